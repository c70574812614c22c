/**
 * Vitest's setup for tests of pages: a document in the process that has the server's modules. All files of a worker share it,
 * because React, Polaris and Testing Library keep what they found when they were loaded.
 */
import { JSDOM } from "jsdom";
import { afterEach } from "vitest";

/** Node has these, too, but its own know no element. Requests, signals and streams stay Node's. */
const OF_THE_DOCUMENT = new Set(["navigator", "Event", "CustomEvent"]);

if (typeof document === "undefined") {
  const { window } = new JSDOM("", { url: "http://localhost:3000/", pretendToBeVisual: true });
  for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(window))) {
    if (name in globalThis && !OF_THE_DOCUMENT.has(name)) continue;
    Object.defineProperty(globalThis, name, { ...property, configurable: true });
  }
  for (const name of ["addEventListener", "removeEventListener", "dispatchEvent"] as const)
    Object.defineProperty(globalThis, name, { configurable: true, value: window[name].bind(window) });
  const FormDataOfDocument = window.FormData;
  /** Node's, which requests can send, with the texts of a form of the document. The app's forms have no files: scripts send them. */
  globalThis.FormData = class extends FormData {
    constructor(form?: HTMLFormElement, submitter?: HTMLElement | null) {
      super();
      if (form)
        for (const [name, value] of new FormDataOfDocument(form, submitter)) this.append(name, String(value));
    }
  };
  for (const name of ["window", "self", "top", "parent"])
    Object.defineProperty(globalThis, name, { configurable: true, value: globalThis });
  const { addBrowserFeatures } = await import("./browser-features.ts");
  addBrowserFeatures();
}

const { cleanup } = await import("@testing-library/react");
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
