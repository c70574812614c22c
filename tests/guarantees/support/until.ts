/** Asks again and again until it is so. @throws after a minute and a half, naming what was waited for */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 90_000;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`It did not happen within 90 s that ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
