import { describe, expect, it } from "vitest";
import { placeholderProblem, renderMail } from "~/core/mail/render";

const PLACEHOLDERS = {
  name: { meaning: "", example: "" },
  link: { meaning: "", example: "", isLink: true },
};

describe("a rendered mail", () => {
  const mail = renderMail(
    {
      subject: "Hello {{name}}",
      body: "Dear {{ name }},\r\n\r\nsee https://shop.example/a?b=1&c=2.\nOr {{link}}\n\n<b>Bye</b>",
    },
    {
      name: 'Eve\r\nBcc: a@b.example <script>alert("x")</script> https://evil.example',
      link: "https://shop.example/renew?t=1",
    },
    PLACEHOLDERS,
  );

  it("has a subject of one line", () => {
    expect(mail.subject).toBe('Hello Eve Bcc: a@b.example <script>alert("x")</script> https://evil.example');
  });

  it("is plain text with its line breaks", () => {
    expect(mail.text).toContain(
      "see https://shop.example/a?b=1&c=2.\nOr https://shop.example/renew?t=1\n\n<b>Bye</b>",
    );
    expect(mail.text).not.toContain("\r");
  });

  it("escapes HTML, and links only addresses in the shop's own text", () => {
    expect(mail.html).toContain("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; https://evil.example,");
    expect(mail.html).toContain("<p>&lt;b&gt;Bye&lt;/b&gt;</p>");
    expect(mail.html.match(/<a href="[^"]*"/g)).toEqual([
      '<a href="https://shop.example/a?b=1&amp;c=2"',
      '<a href="https://shop.example/renew?t=1"',
    ]);
  });

  it("shows a picture in HTML only, and nothing else in its place", () => {
    const placeholders = { code: { meaning: "QR code", example: "(QR code)", isPicture: true } };
    const render = (code: string) =>
      renderMail({ subject: "", body: "Scan:\n\n{{code}}" }, { code }, placeholders);
    const shown = render("data:image/png;base64,iVBORw0KGgo=");
    expect(shown.html).toContain('<img src="data:image/png;base64,iVBORw0KGgo=" alt="QR code">');
    expect(shown.text).not.toContain("base64");
    const other = 'data:image/svg+xml;base64,"><script>';
    expect(render(other).html).not.toContain("<img");
    expect(render(other).html).not.toContain("<script>");
  });

  it("isn't rendered when a value is missing", () => {
    expect(() => renderMail({ subject: "{{name}}", body: "" }, {}, PLACEHOLDERS)).toThrow(
      "no value for {{name}}",
    );
  });
});

describe("a mail text", () => {
  it.each([
    ["Dear {{nam}}", "The text has {{nam}}, which this email doesn't have. It has {{name}}, {{link}}."],
    ["Dear {{constructor}}", "The text has {{constructor}}, which this email doesn't have."],
    ["Dear {{name", "The text has curly brackets that aren't a placeholder."],
    ["Dear {{first name}}", "The text has curly brackets that aren't a placeholder."],
    ["Dear {{name}}}}", "The text has curly brackets that aren't a placeholder."],
  ])("%s is refused with a sentence", (body, sentence) => {
    expect(placeholderProblem(body, PLACEHOLDERS, "text")).toContain(sentence);
  });

  it("may have single brackets", () => {
    expect(placeholderProblem("{name} and {{ link }}", PLACEHOLDERS, "text")).toBeNull();
  });

  it("must have its link in the text, and not in the subject", () => {
    expect(placeholderProblem("{{name}}", PLACEHOLDERS, "text")).toContain("The text must have {{link}}");
    expect(placeholderProblem("{{link}}", PLACEHOLDERS, "subject")).toContain(
      "The subject must not have {{link}}",
    );
    expect(placeholderProblem("{{name}}", PLACEHOLDERS, "subject")).toBeNull();
  });
});
