/** Makes the browser download a file. */
export function saveBlob(file: Blob, name: string) {
  const link = document.createElement('a');
  const address = URL.createObjectURL(file);
  link.href = address;
  link.download = name;
  link.click();
  // The browser needs the URL for a moment longer.
  setTimeout(() => {
    URL.revokeObjectURL(address);
  }, 60_000);
}
