/** Gives the person a file that was made, or put together, in their browser. */
export function saveFile(name: string, content: ArrayBuffer | Blob, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the file after this task, so the address must stay valid for a while.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
