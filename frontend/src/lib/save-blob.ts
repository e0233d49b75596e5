/** Has the browser save a file. */
export function saveBlob(file: Blob, name: string) {
  const link = document.createElement('a');
  const address = URL.createObjectURL(file);
  link.href = address;
  link.download = name;
  link.click();
  // The browser needs it for a moment longer.
  setTimeout(() => {
    URL.revokeObjectURL(address);
  }, 60_000);
}
