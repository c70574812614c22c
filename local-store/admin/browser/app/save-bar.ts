import { onAdminMessage, sendToAdmin } from "./connection.ts";

/** The actions of an open bar's Save and Discard buttons. */
interface OpenBar {
  save: () => void;
  discard: () => void;
}

const openBars = new Map<string, OpenBar>();
const pendingLeaves = new Map<string, () => void>();

onAdminMessage((message) => {
  if (message.type === "save-bar-action") openBars.get(message.id)?.[message.action]();
  if (message.type === "leave-confirmed") pendingLeaves.get(message.id)?.();
});

/** `shopify.saveBar`: shows and hides `<ui-save-bar id="…">`, and confirms leaving unsaved changes. */
export const saveBar = {
  async show(id: string): Promise<void> {
    const element = document.getElementById(id);
    if (!element) throw new Error(`The page has no <ui-save-bar id="${id}">.`);
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
  /** Resolves if no bar is open or the user confirms losing the changes. Stays pending if the user cancels. */
  leaveConfirmation(): Promise<void> {
    if (openBars.size === 0) return Promise.resolve();
    const id = crypto.randomUUID();
    return new Promise((resolve) => {
      pendingLeaves.set(id, resolve);
      sendToAdmin({ type: "leave-confirmation", id });
    });
  },
};

/** Whether the bar with this id is open. */
export function isSaveBarOpen(id: string): boolean {
  return openBars.has(id);
}

/** Shows a bar for every `<form data-save-bar>` with changed values, until it is submitted or reset. */
export function watchSaveBarForms(signal: AbortSignal): void {
  const onEdit = (event: Event) => {
    const form = event.target instanceof Element ? event.target.closest("form[data-save-bar]") : null;
    if (form instanceof HTMLFormElement) refresh(form);
  };
  const onSubmitOrReset = (event: Event) => {
    if (event.target instanceof HTMLFormElement) closeForm(event.target);
  };
  document.addEventListener("focusin", onEdit, { signal, capture: true });
  document.addEventListener("pointerdown", onEdit, { signal, capture: true });
  document.addEventListener("input", onEdit, { signal });
  document.addEventListener("change", onEdit, { signal });
  document.addEventListener("submit", onSubmitOrReset, { signal });
  document.addEventListener("reset", onSubmitOrReset, { signal });
  const observer = new MutationObserver(() => {
    for (const form of forms.keys()) if (!form.isConnected) closeForm(form);
  });
  observer.observe(document, { subtree: true, childList: true });
  signal.addEventListener("abort", () => observer.disconnect());
}

const forms = new Map<HTMLFormElement, { id: string; initial: string }>();

/** Controlled inputs change their value after the event, so the comparison waits for the next frame. */
function refresh(form: HTMLFormElement): void {
  const entry = forms.get(form);
  if (!entry) {
    forms.set(form, { id: crypto.randomUUID(), initial: values(form) });
    return;
  }
  requestAnimationFrame(() => {
    const isDirty = values(form) !== entry.initial;
    if (isDirty && !openBars.has(entry.id)) {
      const bar = { save: () => form.requestSubmit(), discard: () => form.reset() };
      openSaveBar(entry.id, bar, hasFlag(form, "data-discard-confirmation"));
    }
    if (!isDirty) closeSaveBar(entry.id);
  });
}

function closeForm(form: HTMLFormElement): void {
  const entry = forms.get(form);
  if (!entry) return;
  closeSaveBar(entry.id);
  forms.delete(form);
}

function values(form: HTMLFormElement): string {
  return JSON.stringify([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}

function openSaveBar(id: string, bar: OpenBar, discardConfirmation: boolean): void {
  openBars.set(id, bar);
  sendToAdmin({ type: "save-bar", id, open: true, discardConfirmation });
}

function closeSaveBar(id: string): void {
  if (openBars.delete(id)) sendToAdmin({ type: "save-bar", id, open: false, discardConfirmation: false });
}

function hasFlag(element: Element, name: string): boolean {
  const value = element.getAttribute(name);
  return value !== null && value !== "false";
}
