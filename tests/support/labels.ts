/**
 * The labels of a control, which role and label queries ask of each control of a page. jsdom walks the whole page for each of them, and again
 * for each label.
 */
function labelsOf(this: HTMLElement): HTMLLabelElement[] {
  const own = this.closest("label");
  return [...this.ownerDocument.querySelectorAll("label")].filter((label) =>
    label.htmlFor ? label.htmlFor === this.id : label === own,
  );
}

/** Replaces jsdom's own reading of labels. */
export function readLabelsOnce(): void {
  for (const control of [HTMLButtonElement, HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement])
    Object.defineProperty(control.prototype, "labels", { configurable: true, get: labelsOf });
}
