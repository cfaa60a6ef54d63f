/** Saves text as a file: the browser or the desktop app asks where, or uses its default folder. */
export function saveFile(fileName: string, text: string, type = 'application/json'): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The download has begun by then; the address would hold the text for as long as the page lives.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
