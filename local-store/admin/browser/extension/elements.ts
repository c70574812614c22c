/** How the admin's elements that Backroom's block uses look here. `{slot}` is what is in the element. */
const MARKUP: Readonly<Record<string, string>> = {
  "s-admin-block": `<section part="block"><h2></h2><slot></slot></section>`,
  "s-stack": "<slot></slot>",
  "s-heading": "<h3><slot></slot></h3>",
  "s-text": "<slot></slot>",
  "s-badge": "<slot></slot>",
  "s-banner": `<div role="status"><slot></slot></div>`,
  "s-spinner": `<div role="img"></div>`,
  "s-button": `<button type="button"><slot></slot></button>`,
  "s-link": `<a target="_top"><slot></slot></a>`,
  "s-text-field": `<label><span></span><input type="text"></label>`,
  "s-money-field": `<label><span></span><input type="text" inputmode="decimal"></label>`,
  "s-text-area": `<label><span></span><textarea rows="3"></textarea></label>`,
  "s-select": `<label><span></span><select></select></label><slot hidden></slot>`,
  "s-option": "<slot></slot>",
  "s-checkbox": `<label><input type="checkbox"><span></span></label>`,
};

/** What of an element's properties is drawn, and those that only change how it looks in Shopify. */
const PROPERTIES: Readonly<Record<string, readonly string[]>> = {
  "s-admin-block": ["heading"],
  "s-stack": ["gap", "direction", "alignItems"],
  "s-banner": ["tone"],
  "s-spinner": ["accessibilityLabel"],
  "s-button": ["disabled", "variant"],
  "s-link": ["href"],
  "s-text-field": ["label", "value"],
  "s-money-field": ["label", "value"],
  "s-text-area": ["label", "value"],
  "s-select": ["label", "value"],
  "s-option": ["value"],
  "s-checkbox": ["label", "checked"],
};

const STYLE = `
  :host { display: block; }
  :host(s-badge), :host(s-button), :host(s-link), :host(s-text) { display: inline-block; }
  :host(s-badge) { padding: 2px 8px; border-radius: 8px; background: #e3e3e3; }
  :host(s-banner) { padding: 12px; border-radius: 8px; background: #eaf4ff; }
  :host(s-stack) { display: flex; flex-direction: column; align-items: start; gap: 12px; }
  :host(s-stack[direction="inline"]) { flex-flow: row wrap; align-items: center; }
  h2, h3 { margin: 0; font-size: 14px; }
  h2 { margin-bottom: 12px; }
  button { min-height: 28px; padding: 4px 12px; font: inherit; }
  label span { display: block; }
  input[type="checkbox"] + span { display: inline; margin-left: 4px; }
  input:not([type="checkbox"]), select, textarea { width: 20rem; max-width: 100%; min-height: 28px; box-sizing: border-box; font: inherit; }
`;

/** Whether the local store draws an element, with the attributes that it has. */
export function isKnown({ localName, attributes }: Element): boolean {
  const known = PROPERTIES[localName] ?? [];
  return localName in MARKUP && [...attributes].every(({ name }) => known.includes(name));
}

/** @param appPath where the app's pages are in the admin */
export function defineElements(appPath: string): void {
  for (const [name, markup] of Object.entries(MARKUP))
    customElements.define(name, elementOf(PROPERTIES[name] ?? [], markup, appPath));
}

const style = new CSSStyleSheet();
style.replaceSync(STYLE);

function elementOf(properties: readonly string[], markup: string, appPath: string) {
  class DrawnElement extends HTMLElement {
    readonly root = this.attachShadow({ mode: "open" });
    /** What was set as its value: a select gets its options later, and an option has no field. */
    shownValue = "";

    constructor() {
      super();
      this.root.innerHTML = markup;
      this.root.adoptedStyleSheets = [style];
      // Unlike input, change doesn't leave a shadow tree.
      this.root.addEventListener("change", () => this.dispatchEvent(new Event("change")));
      this.root.querySelector("slot[hidden]")?.addEventListener("slotchange", () => this.drawOptions());
    }

    /** The options of a select are its children. */
    drawOptions() {
      const select = this.root.querySelector("select") as HTMLSelectElement;
      const options = [...this.querySelectorAll<DrawnElement>("s-option")];
      select.replaceChildren(
        ...options.map(({ textContent, shownValue }) => new Option(textContent ?? "", shownValue)),
      );
      select.value = this.shownValue;
    }
  }
  for (const property of properties)
    Object.defineProperty(DrawnElement.prototype, property, {
      get(this: DrawnElement) {
        if (property === "value") return fieldIn(this.root)?.value ?? this.shownValue;
        return property === "checked" ? (fieldIn(this.root) as HTMLInputElement).checked : undefined;
      },
      set(this: DrawnElement, value: unknown) {
        draw(this, property, value, appPath);
      },
    });
  return DrawnElement;
}

const fieldIn = (root: ShadowRoot) =>
  root.querySelector<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>("input, textarea, select");

function drawValue(root: ShadowRoot, text: string): void {
  const field = fieldIn(root);
  if (field && field.value !== text) field.value = text;
}

const APP = "app:";

function draw(
  element: HTMLElement & { root: ShadowRoot; shownValue: string },
  property: string,
  value: unknown,
  appPath: string,
): void {
  const { root } = element;
  const find = (selector: string) => root.querySelector(selector) as HTMLElement;
  const text = String(value ?? "");
  switch (property) {
    case "heading":
      find("h2").textContent = text;
      return;
    case "label":
      find("span").textContent = text;
      return;
    case "accessibilityLabel":
      find("div").setAttribute("aria-label", text);
      return;
    case "disabled":
      find("button").toggleAttribute("disabled", Boolean(value));
      return;
    case "tone":
      find("div").setAttribute("role", text === "critical" ? "alert" : "status");
      return;
    case "value":
      element.shownValue = text;
      drawValue(root, text);
      return;
    case "checked":
      (fieldIn(root) as HTMLInputElement).checked = Boolean(value);
      return;
    case "href":
      if (!text.startsWith(APP)) throw new Error(`The local store doesn't know where ${text} leads.`);
      find("a").setAttribute("href", `${appPath}/${text.slice(APP.length)}`);
      return;
    case "direction":
      element.setAttribute("direction", text);
  }
}
