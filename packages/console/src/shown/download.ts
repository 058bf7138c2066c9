/** Saves a text as a file on the machine of the reader. */
export const download = (fileName: string, text: string): void => {
  const address = URL.createObjectURL(new Blob([text]));
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
};
