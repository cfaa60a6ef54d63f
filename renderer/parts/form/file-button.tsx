/** A button to choose a file; the native field uses the browser's language. */
import { Icon, type IconName } from '../icons.tsx';
import './form.css';

interface FileButtonProps {
  label: string;
  icon?: IconName;
  accept: string;
  onFile: (file: File) => void;
}

export function FileButton({ label, icon = 'plus', accept, onFile }: FileButtonProps) {
  const take = (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    // Allows choosing the same file again.
    input.value = '';
    if (file) onFile(file);
  };
  return (
    <label className="button file-button">
      <Icon name={icon} />
      {label}
      <input type="file" className="unseen" accept={accept} onChange={({ target }) => take(target)} />
    </label>
  );
}
