import type { FromAdmin } from "../messages.ts";

/** The bar "Unsaved changes" in the top bar, shown while a form of the app has unsaved changes. */
export class SaveBarHost {
  private readonly open = new Map<string, { discardConfirmation: boolean }>();
  private readonly bar = document.querySelector<HTMLElement>("[data-save-bar-host]");

  constructor(private readonly send: (message: FromAdmin) => void) {
    this.bar?.querySelector("[data-save]")?.addEventListener("click", () => this.act("save"));
    this.bar?.querySelector("[data-discard]")?.addEventListener("click", () => this.discard());
  }

  get isOpen(): boolean {
    return this.open.size > 0;
  }

  update(change: { id: string; open: boolean; discardConfirmation: boolean }): void {
    if (change.open) this.open.set(change.id, change);
    else this.open.delete(change.id);
    this.render();
  }

  closeAll(): void {
    this.open.clear();
    this.render();
  }

  confirmLeaving(id: string): void {
    const mayLeave = !this.isOpen || window.confirm("Leave page with unsaved changes?");
    if (!mayLeave) return;
    this.closeAll();
    this.send({ type: "leave-confirmed", id });
  }

  shake(): void {
    this.bar?.animate(
      [{ translate: "0" }, { translate: "8px" }, { translate: "-8px" }, { translate: "0" }],
      250,
    );
  }

  private discard(): void {
    const needsConfirmation = [...this.open.values()].some((bar) => bar.discardConfirmation);
    if (!needsConfirmation || window.confirm("Discard all unsaved changes?")) this.act("discard");
  }

  private act(action: "save" | "discard"): void {
    const latest = [...this.open.keys()].at(-1);
    if (latest) this.send({ type: "save-bar-action", id: latest, action });
  }

  private render(): void {
    if (this.bar) this.bar.hidden = !this.isOpen;
    document.body.classList.toggle("has-save-bar", this.isOpen);
  }
}
