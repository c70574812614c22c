// @vitest-environment jsdom
/** The script of all public forms: what is checked before sending, and that nothing typed is lost. */
import fs from "node:fs";
import { beforeEach, expect, it, vi } from "vitest";

const PAGE = `<section class="backroom-page"><h1>Summer</h1><form method="post" enctype="multipart/form-data">
  <input type="hidden" name="operationId" value="one">
  <div class="backroom-field"><label for="backroom-name">Name<!-- --> (as on your card)<small>The first one is enough.</small></label><input id="backroom-name" name="name" required></div>
  <div class="backroom-field"><label for="backroom-email">Email</label><input id="backroom-email" name="email" type="email" required></div>
  <fieldset class="backroom-field"><legend>You are</legend><label><input type="radio" name="kind" value="staff" required>Staff</label>
    <label><input type="radio" name="kind" value="student" required>Student</label></fieldset>
  <label><input type="checkbox" name="consent">I agree</label><input name="website" tabindex="-1">
  <button type="submit" name="decision" value="confirm">Send</button></form></section>`;

interface Sent {
  body: FormData;
  answer(status: number, text: string, type?: string): void;
  fail(): void;
}

let sent: Sent[] = [];

class FakeRequest {
  upload = {};
  status = 0;
  responseText = "";
  onload = () => {};
  onerror = () => {};
  contentType = "";
  open() {}
  getResponseHeader() {
    return this.contentType;
  }
  send(body: FormData) {
    sent.push({
      body,
      answer: (status, responseText, contentType = "text/html") => {
        Object.assign(this, { status, responseText, contentType });
        this.onload();
      },
      fail: () => this.onerror(),
    });
  }
}

/** Opens the page, as a visitor or after a reload. */
async function open(): Promise<void> {
  document.body.innerHTML = PAGE;
  vi.resetModules();
  await import("~/core/public-forms/ui/form.js");
}

const field = (name: string) =>
  document.querySelector<HTMLInputElement>(`[name=${name}]`) as HTMLInputElement;

function type(name: string, value: string): void {
  field(name).value = value;
  field(name).dispatchEvent(new Event("input", { bubbles: true }));
}

const alert = () => document.querySelector("[role=alert]")?.textContent;

/** @returns the request */
async function submit(): Promise<Sent> {
  const before = sent.length;
  document.querySelector<HTMLButtonElement>("button")?.click();
  await expect.poll(() => sent.length).toBeGreaterThan(before);
  return sent[before] as Sent;
}

beforeEach(() => {
  sent = [];
  sessionStorage.clear();
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
});

it("has at most 10 KB", () =>
  expect(fs.statSync("app/core/public-forms/ui/form.js").size).toBeLessThanOrEqual(10_240));

it("says beside each field what is wrong, focuses the first, and sends nothing", async () => {
  await open();
  type("name", "   ");
  type("email", "ana");
  document.querySelector<HTMLButtonElement>("button")?.click();
  await expect.poll(() => document.activeElement).toBe(field("name"));
  const problems = [...document.querySelectorAll(".backroom-error")].map(({ textContent }) => textContent);
  expect(problems).toEqual(["Name is required.", "Email not valid.", "You are is required."]);
  expect(field("email").getAttribute("aria-describedby")).toBe("backroom-email-error");
  expect(sent).toEqual([]);
  type("email", "ana@x.example");
  field("kind").click();
  expect([...document.querySelectorAll("[aria-invalid]")]).toEqual([field("name")]);
});

it("keeps what was typed until it was sent: through a lost connection, wrong answers, refusals and a reload", async () => {
  await open();
  type("name", "Ana");
  type("email", "ana@x.example");
  field("kind").click();
  const first = await submit();
  expect(Object.fromEntries(first.body)).toEqual({
    operationId: "one",
    name: "Ana",
    email: "ana@x.example",
    kind: "staff",
    website: "",
    decision: "confirm",
  });
  first.fail();
  expect(alert()).toBe(
    "The connection was interrupted. What you entered is still here. Please send it again.",
  );
  (await submit()).answer(503, "<h1>Bad gateway</h1>");
  expect(alert()).toContain("The store didn't answer as it should (503).");
  (await submit()).answer(429, "Please try again tomorrow.", "text/plain; charset=utf-8");
  expect(alert()).toBe("Please try again tomorrow.");
  (await submit()).answer(410, '<section class="backroom-page"><h1>Ended</h1><p>It has ended.</p></section>');
  expect(alert()).toBe("It has ended.");
  expect(field("name").value).toBe("Ana");
  await open();
  expect([field("name").value, field("email").value, field("kind").checked]).toEqual([
    "Ana",
    "ana@x.example",
    true,
  ]);

  // A refused form: what is wrong gets the focus, not the title before it.
  const refused = `<section class="backroom-page"><h1>Summer</h1><p role="alert">Name not valid.</p>${PAGE.slice(PAGE.indexOf("<form"))}`;
  (await submit()).answer(400, refused);
  expect(document.activeElement?.textContent).toBe("Name not valid.");
  await open();
  (await submit()).answer(200, '<section class="backroom-page"><h1>Check your email</h1></section>');
  expect(document.querySelector("h1")?.textContent).toBe("Check your email");
  expect(sessionStorage).toHaveLength(0);
});

it("leaves what was typed before the script came, and takes it into the draft", async () => {
  await open();
  type("name", "Ana");
  type("email", "ana@x.example");
  field("kind").click();
  document.body.innerHTML = PAGE;
  field("email").value = "ana.new@x.example";
  const student = document.querySelector<HTMLInputElement>("[value=student]") as HTMLInputElement;
  student.checked = true;
  const shown = () => [field("name").value, field("email").value, student.checked];
  vi.resetModules();
  await import("~/core/public-forms/ui/form.js");
  expect(shown()).toEqual(["Ana", "ana.new@x.example", true]);
  await open();
  expect(field("email").value).toBe("ana.new@x.example");
});

it("keeps no consent and nothing that a person doesn't see, and nothing for longer than an hour", async () => {
  await open();
  field("consent").click();
  type("website", "robot");
  type("name", "Ana");
  const draft = JSON.stringify({ ...sessionStorage });
  expect(draft).toContain("Ana");
  for (const secret of ["consent", "website", "operationId"]) expect(draft).not.toContain(secret);
  const now = Date.now();
  const clock = vi.spyOn(Date, "now").mockReturnValue(now + 3_700_000);
  await open();
  clock.mockRestore();
  expect(field("name").value).toBe("");
  expect(sessionStorage).toHaveLength(0);
});
