/** Gives the person a file that was made, or put together, in their browser. */
export function saveFile(name: string, content: ArrayBuffer | Blob, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to read it by the next task; until then the address must live.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
