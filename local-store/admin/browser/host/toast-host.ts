import type { FromAdmin, ToastRequest } from "../messages.ts";

/** Shows the app's toasts at the bottom of the admin page for their duration. */
export class ToastHost {
  constructor(private readonly send: (message: FromAdmin) => void) {}

  show(request: ToastRequest): void {
    const toast = document.createElement("div");
    toast.className = request.isError ? "toast is-error" : "toast";
    toast.dataset.toast = request.id;
    const text = document.createElement("span");
    text.textContent = request.text;
    toast.append(text);
    if (request.action) toast.append(this.button(request.action, () => this.act(request.id)));
    const close = this.button("✕", () => this.hide(request.id));
    close.setAttribute("aria-label", "Dismiss");
    toast.append(close);
    document.querySelector("[data-toasts]")?.append(toast);
    window.setTimeout(() => this.hide(request.id), request.duration);
  }

  hide(id: string): void {
    const toast = document.querySelector(`[data-toast="${CSS.escape(id)}"]`);
    if (!toast) return;
    toast.remove();
    this.send({ type: "toast-dismissed", id });
  }

  private act(id: string): void {
    this.send({ type: "toast-action", id });
    this.hide(id);
  }

  private button(label: string, onClick: () => void): HTMLButtonElement {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label;
    button.addEventListener("click", onClick);
    return button;
  }
}
