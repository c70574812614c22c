/**
 * A block of Backroom in a theme. Without this script its forms are posted, and its links opened, as pages of the shop. With it they stay on
 * the page, what was typed stays in the form, and an upload shows its progress. Files and drafts are the business of the form's own script.
 */
(() => {
  if (customElements.get("backroom-block")) return;

  const pageOf = (html) => new DOMParser().parseFromString(html, "text/html");

  /** The part of a page of the app that is the app's own. */
  const sectionOf = (html) => pageOf(html).querySelector(".backroom-page");

  /** Makes the ids of a page's part unique, because two blocks can show the same form. */
  function prefixIds(part, prefix) {
    for (const element of part.querySelectorAll("[id]")) element.id = prefix + element.id;
    for (const attribute of ["for", "aria-describedby"])
      for (const element of part.querySelectorAll(`[${attribute}]`))
        element.setAttribute(attribute, prefix + element.getAttribute(attribute));
  }

  /** Sends a form. `fetch` doesn't say how much of an upload was sent. */
  function send(form, onProgress) {
    return new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open("POST", form.action);
      request.upload.addEventListener("progress", ({ loaded, total, lengthComputable }) => {
        if (lengthComputable) onProgress(Math.round((100 * loaded) / total));
      });
      request.addEventListener("load", () => resolve(request));
      request.addEventListener("error", reject);
      request.addEventListener("timeout", reject);
      const hasFile = form.enctype === "multipart/form-data";
      const data = new FormData(form);
      request.send(hasFile ? data : new URLSearchParams(data));
    });
  }

  class BackroomBlock extends HTMLElement {
    connectedCallback() {
      if (this.isSetUp) return;
      this.isSetUp = true;
      this.addEventListener("submit", (event) => this.submit(event));
      this.addEventListener("input", ({ target }) => target.form && this.forms?.save(target.form));
      this.addEventListener("change", ({ target }) => this.checkField(target));
      const code = this.querySelector('[name="code"]');
      const linked = new URLSearchParams(location.search).get("code");
      if (code && linked && !code.value) code.value = linked.slice(0, code.maxLength);
      if (this.dataset.source) this.load();
    }

    get content() {
      return this.querySelector(".backroom-content") ?? this.querySelector("form");
    }

    say(text) {
      const status = this.querySelector(".backroom-status");
      if (status) status.textContent = text;
    }

    /** Shows the app's page in place of the link to it. */
    async load() {
      const { source, prefix, textLoading, textNotLoaded } = this.dataset;
      this.say(textLoading);
      try {
        const response = await fetch(source, { headers: { Accept: "text/html" } });
        const page = pageOf(await response.text());
        const section = page.querySelector(".backroom-page");
        if (!section) throw new Error(`${source} has no page.`);
        const heading = section.querySelector("h1");
        const title = this.querySelector(".backroom-title[data-own]");
        // Without a heading of the block, the page's.
        if (title && heading) title.textContent = heading.textContent;
        heading?.remove();
        for (const script of section.querySelectorAll("script")) script.remove();
        prefixIds(section, prefix);
        for (const form of section.querySelectorAll("form"))
          if (!form.hasAttribute("action")) form.action = source;
        for (const button of section.querySelectorAll("button")) button.classList.add("backroom-button");
        this.content.replaceChildren(...section.childNodes);
        this.say("");
        const script = page.querySelector(".backroom-page ~ script[type=module]");
        if (script) await this.takeForms(script.src);
      } catch {
        this.say(textNotLoaded);
      }
    }

    /** Drafts, and the check of files. Without them the server checks, and nothing else is missing. */
    async takeForms(address) {
      this.forms = await import(address).catch(() => undefined);
      for (const form of this.querySelectorAll("form")) this.forms?.restore(form);
    }

    /** Says what is wrong with a field as soon as it was changed, so that no one waits for an upload in vain. */
    checkField(field) {
      if (!field.setCustomValidity) return;
      if (field.type === "file") {
        this.fileCheck = this.forms?.takeFile(field, (input, text) => this.showError(input, text));
        return;
      }
      field.setCustomValidity(this.problemOf(field));
      if (!field.validity.valid && field.validity.customError) field.reportValidity();
      else this.showError(field, "");
    }

    problemOf({ name, value }) {
      const { domains, textDomain } = this.dataset;
      const allowed = (domains ?? "")
        .split(/[\s,]+/)
        .map((domain) => domain.replace(/^(@|\*\.)/, "").toLowerCase())
        .filter(Boolean);
      const domain = name === "email" ? value.trim().toLowerCase().split("@").pop() : "";
      const isAllowed = allowed.some((each) => domain === each || domain.endsWith(`.${each}`));
      return domain && allowed.length > 0 && !isAllowed ? textDomain : "";
    }

    async submit(event) {
      const form = event.target;
      event.preventDefault();
      await this.fileCheck;
      if (this.isSending) return;
      for (const field of form.elements)
        if (field.type !== "file") field.setCustomValidity?.(this.problemOf(field));
      if (!form.reportValidity()) return;
      this.setSending(form, true);
      try {
        const request = await send(form, (percent) =>
          this.say(`${this.dataset.textSending}${percent > 0 && percent < 100 ? ` ${percent} %` : ""}`),
        );
        this.show(form, request);
      } catch {
        this.say(this.dataset.textFailed);
      } finally {
        this.setSending(form, false);
      }
    }

    setSending(form, isSending) {
      this.isSending = isSending;
      if (isSending) this.say(this.dataset.textSending);
      // A disabled button would lose the focus.
      form.querySelector("[type=submit]")?.setAttribute("aria-disabled", String(isSending));
    }

    /** Shows the answer: the outcome in place of the form, or what is wrong at its fields. */
    show(form, request) {
      const { status, responseText } = request;
      const section = sectionOf(responseText);
      const errors = [...(section?.querySelectorAll("form [id$='-error']") ?? [])];
      if (status < 400 && section) {
        this.forms?.forget(form);
        return this.showOutcome(section);
      }
      if (errors.length > 0) return this.showErrors(form, errors);
      const isText = request.getResponseHeader("content-type")?.startsWith("text/plain");
      const sentence = isText ? responseText : section?.querySelector("p, [role=alert]")?.textContent;
      this.say(sentence || this.dataset.textFailed);
    }

    showOutcome(section) {
      const title = this.querySelector(".backroom-title");
      title.textContent = section.querySelector("h1")?.textContent ?? title.textContent;
      section.querySelector("h1")?.remove();
      for (const each of section.querySelectorAll("script, style")) each.remove();
      const outcome = document.createElement("div");
      outcome.append(...section.childNodes);
      this.content.replaceWith(outcome);
      this.say("");
      title.focus();
    }

    showErrors(form, errors) {
      this.say("");
      for (const field of form.elements) this.showError(field, "");
      let first;
      for (const { id, textContent } of errors) {
        const field = form.elements[id.replace(/^backroom-|-error$/g, "")];
        const input = field instanceof RadioNodeList ? field[0] : field;
        if (input?.type === "hidden" || !input) {
          this.say(textContent);
          continue;
        }
        this.showError(input, textContent);
        first ??= input;
      }
      first?.focus();
    }

    showError(field, text) {
      if (!field.id) return;
      const id = `${field.id}-error`;
      document.getElementById(id)?.remove();
      field.toggleAttribute("aria-invalid", false);
      field.removeAttribute("aria-describedby");
      if (!text) return;
      const error = document.createElement("p");
      error.id = id;
      error.className = "backroom-error";
      error.textContent = text;
      field.setAttribute("aria-invalid", "true");
      field.setAttribute("aria-describedby", id);
      field.closest(".backroom-field")?.append(error);
    }
  }

  customElements.define("backroom-block", BackroomBlock);
})();
