// @vitest-environment jsdom
import "./browser";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import MailText, { shouldRevalidate } from "~/functions/settings/routes/settings.mail.$text";
import { renderConsole } from "./render-console";

vi.mock("~/core/authorize.server", () => ({}));

it("what was entered stays when the text was changed elsewhere", async () => {
  const text = { id: "x", name: "Welcome", when: "", isOwn: true, fault: null, placeholders: [] };
  const subjects = ["Hello", "Changed elsewhere"];
  const refusal = "This text was changed while you were editing it.";
  const forms: FormData[] = [];
  renderConsole(
    [
      {
        path: "/settings/mail/x",
        element: <MailText />,
        shouldRevalidate: shouldRevalidate as never,
        loader: () => ({ ...text, subject: subjects.shift(), body: "Text" }),
        action: async ({ request }) => {
          forms.push(await request.formData());
          return { status: 409, notice: { level: "critical", text: refusal } };
        },
      },
    ],
    "/settings/mail/x",
  );
  await userEvent.type(await screen.findByLabelText("Subject"), ", Ana");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText(refusal)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Subject").value).toBe("Hello, Ana");
  expect(JSON.parse(String(forms[0]?.get("seen")))).toEqual({ subject: "Hello", body: "Text" });
});
