// Forms of public pages: checks, smaller pictures, progress and drafts. They work without it: the server checks.

/** Enough to read a long receipt. */
const MAX_PIXELS = 6_000_000;
/** Too few to compress again. */
const SMALL_BYTES = 700_000;
/** Others may use the same computer. */
const KEEP_MS = 3_600_000;
const PREFIX = "backroom ";

/** Selects and text areas, too. @typedef {HTMLInputElement} Field @typedef {HTMLFormElement} Form */

/** By file field. @type {WeakMap<Element, Promise<void>>} */
const checks = new WeakMap();

const forms = () =>
  /** @type {Form[]} */ ([...document.querySelectorAll(".backroom-page form[method=post]")]);

/** @param {Form} form */
const fieldsOf = (form) =>
  /** @type {Field[]} */ ([...form.elements]).filter(({ name, type }) => name && !/hidden|submit/.test(type));

/** @param {Field} field */
function labelOf(field) {
  const label = field.closest("fieldset.backroom-field")?.querySelector("legend") ?? field.labels?.[0];
  return label?.firstChild?.textContent?.split(" (")[0];
}

/** A sentence. Empty while the field is valid. @param {Field} field */
function problemOf(field) {
  const { required, type, validity, validationMessage, value } = field;
  const isBlank = required && !/file|radio|checkbox/.test(type) && !value.trim();
  if ((isBlank && !validity.badInput) || validity.valueMissing) return `${labelOf(field)} is required.`;
  return validity.typeMismatch ? `${labelOf(field)} not valid.` : validationMessage;
}

/** @param {Element | null} place @param {string} className @param {string} role @param {string} text */
function addText(place, className, role, text) {
  const paragraph = document.createElement("p");
  paragraph.className = className;
  if (role) paragraph.role = role;
  paragraph.textContent = text;
  place?.append(paragraph);
  return paragraph;
}

/** Says it beside the field. @param {Field} field @param {string} problem */
function show(field, problem) {
  const id = `backroom-${field.name}-error`;
  document.getElementById(id)?.remove();
  field.ariaInvalid = null;
  field.removeAttribute("aria-describedby");
  if (!problem) return;
  addText(field.closest(".backroom-field"), "backroom-error", "", problem).id = id;
  field.ariaInvalid = "true";
  field.setAttribute("aria-describedby", id);
}

/** @param {Form} form */
function check(form) {
  for (const field of fieldsOf(form)) show(field, problemOf(field));
  const wrong = fieldsOf(form).find((field) => field.ariaInvalid);
  wrong?.focus();
  return !wrong;
}

/** With fewer pixels, or as it was. Null if it isn't a picture. @param {File} file @param {boolean} isAccepted */
async function shrink(file, isAccepted) {
  const bitmap = await createImageBitmap(file).catch(() => null);
  // The server reads a JPEG without its last bytes.
  if (!bitmap) return `${new Uint8Array(await file.slice(0, 2).arrayBuffer())}` === "255,216" ? file : null;
  const scale = Math.min(1, Math.sqrt(MAX_PIXELS / (bitmap.width * bitmap.height)));
  if (isAccepted && scale === 1 && file.size <= SMALL_BYTES) return file;
  const [width, height] = [Math.round(bitmap.width * scale), Math.round(bitmap.height * scale)];
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const drawing = canvas.getContext("2d");
  if (!drawing) return file;
  // A transparent picture would get a black background.
  drawing.fillStyle = "#fff";
  drawing.fillRect(0, 0, width, height);
  drawing.drawImage(bitmap, 0, 0, width, height);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.88));
  if (!blob || (isAccepted && blob.size >= file.size)) return file;
  return new File([blob], `${file.name.replace(/\.\w+$/, "")}.jpg`, { type: "image/jpeg" });
}

/** Also makes a picture smaller. @param {Field} input @param {typeof show} report */
export async function takeFile(input, report) {
  const { maxBytes, tooLarge = "", wrongType = "" } = input.dataset;
  const [file] = input.files ?? [];
  // Some phones don't know a file's type.
  const isAccepted = !file?.type || input.accept.split(",").includes(file.type);
  let problem = isAccepted ? "" : wrongType;
  let size = file?.size ?? 0;
  if (file?.type.startsWith("image/")) {
    const smaller = await shrink(file, isAccepted);
    if (input.files?.[0] !== file) return;
    if (!smaller) problem ||= "This picture can't be read. Choose another one.";
    else if (smaller !== file) {
      const files = new DataTransfer();
      files.items.add(smaller);
      input.files = files.files;
      problem = "";
    }
    size = smaller?.size ?? size;
  }
  if (problem !== wrongType && size > Number(maxBytes)) problem = tooLarge;
  input.setCustomValidity(problem);
  report(input, problem);
}

/** Drafts stay in this tab. @param {(drafts: Storage) => any} work */
function withDrafts(work) {
  try {
    return work(sessionStorage);
  } catch {
    // The browser keeps nothing.
  }
}

/** @param {Form} form */
const keyOf = (form) => `${PREFIX}${form.action} ${forms().indexOf(form)}`;

/** No files, consent or hidden fields. @param {Form} form */
const draftFields = (form) =>
  fieldsOf(form).filter(({ type, tabIndex }) => !/file|checkbox/.test(type) && tabIndex >= 0);

/** @param {Form} form */
const valuesOf = (form) =>
  draftFields(form)
    .filter(({ type, checked }) => type !== "radio" || checked)
    .map(({ name, value }) => [name, value]);

/** @param {Form} form */
export const save = (form) =>
  withDrafts((drafts) =>
    drafts.setItem(keyOf(form), JSON.stringify({ at: Date.now(), values: valuesOf(form) })),
  );

/** What was typed before this script came is newer. @param {Form} form */
export function restore(form) {
  const draft = withDrafts((drafts) => JSON.parse(drafts.getItem(keyOf(form)) ?? "null"));
  const fresh = /** @type {Form} */ (form.cloneNode(true));
  fresh.reset();
  const received = valuesOf(fresh).map(String);
  const typed = valuesOf(form).filter((each) => !received.includes(`${each}`));
  for (const [name, value] of [...(draft?.values ?? []), ...typed])
    for (const field of draftFields(form))
      if (field.name === name) {
        if (field.type === "radio") field.checked = field.value === value;
        else field.value = value;
      }
  if (typed[0]) save(form);
}

/** @param {Form} form */
export const forget = (form) => withDrafts((drafts) => drafts.removeItem(keyOf(form)));

/** @param {Form} form @param {HTMLElement | null} submitter */
function send(form, submitter) {
  const data = new FormData(form);
  if (submitter instanceof HTMLButtonElement && submitter.name) data.append(submitter.name, submitter.value);
  const buttons = [...form.querySelectorAll("button")];
  for (const button of buttons) button.disabled = true;
  form.querySelector(".backroom-failure")?.remove();
  const bar = document.createElement("progress");
  bar.setAttribute("aria-label", "Sending");
  form.append(bar);
  const status = addText(form, "", "status", "Sending…");
  const request = new XMLHttpRequest();
  request.open("POST", form.action);
  request.upload.onprogress = ({ loaded, total }) => {
    bar.value = loaded / (total || 1);
    // A screen reader doesn't read every percent.
    status.textContent =
      bar.value < 1 ? `Sending… ${Math.floor(bar.value * 4) * 25}%` : "Waiting for an answer…";
  };
  /** @param {string} sentence */
  const fail = (sentence) => {
    bar.remove();
    status.remove();
    for (const button of buttons) button.disabled = false;
    addText(form, "backroom-error backroom-failure", "alert", sentence);
    submitter?.focus();
  };
  const again = "What you entered is still here. Please send it again.";
  request.onerror = () => fail(`The connection was interrupted. ${again}`);
  request.onload = () => {
    const { responseText: text, status: code } = request;
    if (request.getResponseHeader("content-type")?.startsWith("text/plain")) return fail(text);
    const answer = new DOMParser().parseFromString(text, "text/html").querySelector(".backroom-page");
    if (!answer) return fail(`The store didn't answer as it should (${code}). ${again}`);
    const isRefused = code >= 400;
    if (isRefused && !answer.querySelector("form") && fieldsOf(form)[0])
      return fail(answer.querySelector("p")?.textContent ?? again);
    if (!isRefused) forget(form);
    showAnswer(form, answer, isRefused);
  };
  const isText = form.enctype !== "multipart/form-data";
  request.send(isText ? new URLSearchParams(/** @type {any} */ (data)) : data);
}

/** @param {Form} form @param {Element} answer @param {boolean} isRefused */
function showAnswer(form, answer, isRefused) {
  form.closest(".backroom-page")?.replaceWith(answer);
  // The file stays chosen unless it was what was wrong.
  const [chosen, input] = [form, answer].map(
    (page) => /** @type {Field | null} */ (page.querySelector("input[type=file]")),
  );
  if (isRefused && chosen && input && !input.ariaInvalid) input.files = chosen.files;
  start();
  const target = [...answer.querySelectorAll("h1, [role=status], [role=alert]")].at(-1);
  if (target instanceof HTMLElement) {
    target.tabIndex = -1;
    target.focus();
  }
}

function start() {
  for (const form of forms()) {
    form.noValidate = true;
    form.addEventListener("input", ({ target }) => {
      save(form);
      const { name } = /** @type {Field} */ (target);
      for (const field of fieldsOf(form))
        if (field.name === name && field.type !== "file" && field.ariaInvalid) show(field, problemOf(field));
    });
    form.addEventListener("change", ({ target }) => {
      const field = /** @type {Field} */ (target);
      if (field.type === "file") checks.set(field, takeFile(field, show));
    });
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const { submitter } = event;
      await Promise.all(fieldsOf(form).map((field) => checks.get(field)));
      if (!form.querySelector("progress") && check(form)) send(form, submitter);
    });
  }
}

withDrafts((drafts) => {
  for (const key of Object.keys(drafts))
    if (key.startsWith(PREFIX) && !(JSON.parse(drafts[key]).at > Date.now() - KEEP_MS))
      drafts.removeItem(key);
});
forms().forEach(restore);
start();
