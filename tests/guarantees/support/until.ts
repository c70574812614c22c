/** Asks again and again until it is so. @throws after three minutes, naming what was waited for */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 180_000;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`It did not happen within 180 s that ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
