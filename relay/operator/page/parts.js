/** Elements that stay while their content changes, so that focus, selection and scroll stay too. */
export const at = (id) => document.getElementById(id);

export function element(name, text, className) {
  const made = document.createElement(name);
  made.textContent = text ?? '';
  if (className) made.className = className;
  return made;
}

export function button(text, onClick) {
  const made = element('button', text);
  made.type = 'button';
  made.addEventListener('click', onClick);
  return made;
}

/** A phone shows the cells' labels. */
export function rowWith(header, labels) {
  const row = element('tr');
  header.scope = 'row';
  const cells = labels.map((label) => {
    const cell = element('td');
    cell.dataset.label = label;
    return cell;
  });
  row.append(header, ...cells);
  return row;
}

export function setText(node, text, className = '') {
  if (node.textContent !== String(text)) node.textContent = text;
  if (node.className !== className) node.className = className;
}

/** Shows one child per entry: `make(entry)` for a new key, then `update(child, entry)`. */
export function showKeyed(parent, entries, keyOf, make, update) {
  const wanted = new Map(entries.map((entry) => [String(keyOf(entry)), entry]));
  const known = new Map();
  const focused = document.activeElement;
  for (const child of [...parent.children]) {
    if (wanted.has(child.dataset.key)) {
      known.set(child.dataset.key, child);
      continue;
    }
    // Focus stays near what is gone.
    if (child.contains(document.activeElement)) parent.closest('section')?.querySelector('h2')?.focus({ preventScroll: true });
    child.remove();
  }
  let before = parent.firstElementChild;
  for (const [key, entry] of wanted) {
    const child = known.get(key) ?? make(entry);
    child.dataset.key = key;
    update(child, entry);
    if (child === before) before = before.nextElementSibling;
    else parent.insertBefore(child, before);
  }
  // A moved element loses it.
  if (focused?.isConnected && parent.contains(focused)) focused.focus({ preventScroll: true });
}

export function ago(iso) {
  if (!iso) return '';
  const seconds = Math.max(0, Math.round((Date.now() - Date.parse(iso)) / 1_000));
  if (seconds < 90) return `${seconds} s`;
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`;
  if (seconds < 129_600) return `${Math.round(seconds / 3_600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}

export const nameOf = ({ label, id }) => label || id;
