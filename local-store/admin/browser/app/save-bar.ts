import { onAdminMessage, tellAdmin } from "./connection.ts";

/** What the Save and Discard buttons of an open bar do. */
interface OpenBar {
  save: () => void;
  discard: () => void;
}

const openBars = new Map<string, OpenBar>();
const leaving = new Map<string, () => void>();

onAdminMessage((message) => {
  if (message.type === "save-bar-action") openBars.get(message.id)?.[message.action]();
  if (message.type === "leave-confirmed") leaving.get(message.id)?.();
});

/** `shopify.saveBar`: shows and hides `<ui-save-bar id="…">`, and asks before leaving unsaved changes. */
export const saveBar = {
  async show(id: string): Promise<void> {
    const element = document.getElementById(id);
    if (!element) throw new Error(`There is no <ui-save-bar id="${id}"> on the page.`);
    openSaveBar(
      id,
      {
        save: () => element.querySelector<HTMLButtonElement>("button[variant='primary']")?.click(),
        discard: () => element.querySelector<HTMLButtonElement>("button:not([variant='primary'])")?.click(),
      },
      hasFlag(element, "discardconfirmation"),
    );
    element.dispatchEvent(new Event("show"));
  },
  async hide(id: string): Promise<void> {
    if (!openBars.has(id)) return;
    closeSaveBar(id);
    document.getElementById(id)?.dispatchEvent(new Event("hide"));
  },
  async toggle(id: string): Promise<void> {
    await (openBars.has(id) ? saveBar.hide(id) : saveBar.show(id));
  },
  /** Resolves when no bar is open or the person agrees to lose the changes; stays pending when they decide to stay. */
  leaveConfirmation(): Promise<void> {
    if (openBars.size === 0) return Promise.resolve();
    const id = crypto.randomUUID();
    return new Promise((resolve) => {
      leaving.set(id, resolve);
      tellAdmin({ type: "leave-confirmation", id });
    });
  },
};

/** Whether the bar of this id is shown. */
export function isSaveBarOpen(id: string): boolean {
  return openBars.has(id);
}

/** Shows a bar for every `<form data-save-bar>` whose values differ from the first ones, until it is submitted or reset. */
export function watchSaveBarForms(signal: AbortSignal): void {
  const edited = (event: Event) => {
    const form = event.target instanceof Element ? event.target.closest("form[data-save-bar]") : null;
    if (form instanceof HTMLFormElement) refresh(form);
  };
  const settled = (event: Event) => {
    if (event.target instanceof HTMLFormElement) closeForm(event.target);
  };
  document.addEventListener("focusin", edited, { signal, capture: true });
  document.addEventListener("pointerdown", edited, { signal, capture: true });
  document.addEventListener("input", edited, { signal });
  document.addEventListener("change", edited, { signal });
  document.addEventListener("submit", settled, { signal });
  document.addEventListener("reset", settled, { signal });
  const observer = new MutationObserver(() => {
    for (const form of forms.keys()) if (!form.isConnected) closeForm(form);
  });
  observer.observe(document, { subtree: true, childList: true });
  signal.addEventListener("abort", () => observer.disconnect());
}

const forms = new Map<HTMLFormElement, { id: string; initial: string }>();

/** Controlled inputs change their value after the event: the comparison waits for the page to have drawn them. */
function refresh(form: HTMLFormElement): void {
  const known = forms.get(form);
  if (!known) {
    forms.set(form, { id: crypto.randomUUID(), initial: values(form) });
    return;
  }
  requestAnimationFrame(() => {
    const isDirty = values(form) !== known.initial;
    if (isDirty && !openBars.has(known.id)) {
      const bar = { save: () => form.requestSubmit(), discard: () => form.reset() };
      openSaveBar(known.id, bar, hasFlag(form, "data-discard-confirmation"));
    }
    if (!isDirty) closeSaveBar(known.id);
  });
}

function closeForm(form: HTMLFormElement): void {
  const known = forms.get(form);
  if (!known) return;
  closeSaveBar(known.id);
  forms.delete(form);
}

function values(form: HTMLFormElement): string {
  return JSON.stringify([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}

function openSaveBar(id: string, bar: OpenBar, discardConfirmation: boolean): void {
  openBars.set(id, bar);
  tellAdmin({ type: "save-bar", id, open: true, discardConfirmation });
}

function closeSaveBar(id: string): void {
  if (openBars.delete(id)) tellAdmin({ type: "save-bar", id, open: false, discardConfirmation: false });
}

function hasFlag(element: Element, name: string): boolean {
  const value = element.getAttribute(name);
  return value !== null && value !== "false";
}
