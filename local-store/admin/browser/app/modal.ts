/** `shopify.modal`: shows and hides `<ui-modal id="…">`. */
export const modal = {
  async show(id: string): Promise<void> {
    element(id).show();
  },
  async hide(id: string): Promise<void> {
    element(id).hide();
  },
  async toggle(id: string): Promise<void> {
    const found = element(id);
    if (found.showing) found.hide();
    else found.show();
  },
};

interface ModalLike extends Element {
  showing: boolean;
  show(): void;
  hide(): void;
}

function element(id: string): ModalLike {
  const found = document.getElementById(id);
  if (found && "showing" in found) return found as unknown as ModalLike;
  throw new Error(`The page has no <ui-modal id="${id}">.`);
}
