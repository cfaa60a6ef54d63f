/** A field of the courier desk: one line, its label above. */
interface LineProps extends Omit<React.InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

export function Line({ label, onChange, ...input }: LineProps) {
  return (
    <label className="field">
      <span>{label}</span>
      <input autoComplete="off" spellCheck={false} {...input} onChange={({ target }) => onChange(target.value)} />
    </label>
  );
}

export function Check({ label, checked, onChange }: { label: string; checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <label className="choice">
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
      <span>
        <strong>{label}</strong>
      </span>
    </label>
  );
}
