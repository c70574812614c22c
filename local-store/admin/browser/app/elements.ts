import { isSaveBarOpen, saveBar } from "./save-bar.ts";

/** Defines the App Bridge web components that the app uses. The admin page shows menus and bars outside the frame. */
export function defineElements(): void {
  customElements.define("ui-nav-menu", class extends HiddenElement {});
  customElements.define("s-app-nav", class extends HiddenElement {});
  customElements.define("ui-title-bar", class extends HiddenElement {});
  customElements.define("ui-save-bar", SaveBarElement);
  customElements.define("ui-modal", ModalElement);
}

class HiddenElement extends HTMLElement {
  connectedCallback(): void {
    this.style.display = "none";
  }
}

let unnamedBars = 0;

class SaveBarElement extends HiddenElement {
  get showing(): boolean {
    return isSaveBarOpen(this.identity());
  }

  show(): Promise<void> {
    return saveBar.show(this.identity());
  }

  hide(): Promise<void> {
    return saveBar.hide(this.identity());
  }

  toggle(): Promise<void> {
    return saveBar.toggle(this.identity());
  }

  private identity(): string {
    if (!this.id) this.id = `ui-save-bar-${++unnamedBars}`;
    return this.id;
  }
}

class ModalElement extends HTMLElement {
  private readonly dialog = document.createElement("dialog");

  constructor() {
    super();
    this.dialog.append(document.createElement("slot"));
    this.dialog.addEventListener("close", () => this.dispatchEvent(new Event("hide")));
    this.attachShadow({ mode: "open" }).append(this.dialog);
  }

  get showing(): boolean {
    return this.dialog.open;
  }

  show(): void {
    if (this.dialog.open) return;
    this.dialog.showModal();
    this.dispatchEvent(new Event("show"));
  }

  hide(): void {
    this.dialog.close();
  }
}
