/** Saves text as a file, where the browser or desktop app is set to save. */
export function saveFile(fileName: string, text: string, type = 'application/json'): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The download has started by then; the URL would keep the text in memory.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
