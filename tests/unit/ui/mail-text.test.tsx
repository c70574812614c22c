// @vitest-environment jsdom
import "./browser";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import MailText, { shouldRevalidate } from "~/functions/settings/routes/settings.mail.$text";
import type { PageCall } from "~/platform/page-call";
import { renderConsole } from "./render-console";

vi.mock("~/core/authorize.server", () => ({ pageLoader: vi.fn(), callsAction: vi.fn() }));

/** The page of a text. Its subject changes with each load. */
function openText(answer: object) {
  const text = { id: "x", name: "Welcome", when: "", isOwn: true, fault: null, placeholders: [] };
  const subjects = ["Hello", "Changed elsewhere"];
  const posts: PageCall[] = [];
  const { router } = renderConsole(
    [
      {
        path: "/settings/mail/x",
        element: <MailText />,
        shouldRevalidate: shouldRevalidate as never,
        loader: () => ({ ...text, subject: subjects.shift() ?? "Again", body: "Text" }),
        action: async ({ request }) => {
          posts.push(await request.json());
          return answer;
        },
      },
    ],
    "/settings/mail/x",
  );
  const subject = async () => (await screen.findByLabelText<HTMLInputElement>("Subject")).value;
  return { posts, router, subject };
}

const click = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

it("what was entered stays when the text was changed elsewhere", async () => {
  const refusal = "This text was changed while you were editing it.";
  const { posts, subject } = openText({ status: 409, notice: { level: "critical", text: refusal } });
  await userEvent.type(await screen.findByLabelText("Subject"), ", Ana");
  await click("Save");
  expect(await screen.findByText(refusal)).toBeTruthy();
  expect(await subject()).toBe("Hello, Ana");
  expect(posts[0]?.input.seen).toEqual({ subject: "Hello", body: "Text" });
});

it("what was entered stays when it is sent as a test, also when another window has saved the text", async () => {
  const sent = "A test email is being sent.";
  const { posts, subject } = openText({ notice: { level: "success", text: sent } });
  await userEvent.type(await screen.findByLabelText("Subject"), ", Ana");
  const reset = screen.getByRole("button", { name: "Reset to the default" });
  await waitFor(() => expect(reset.getAttribute("aria-disabled")).toBe("true"));
  await click("Send a test email to me");
  await screen.findByText(sent);
  expect(await subject()).toBe("Hello, Ana");
  await click("Save");
  await waitFor(() => expect(posts).toHaveLength(2));
  expect(posts[1]?.input.seen).toEqual({ subject: "Hello", body: "Text" });
});

it("another window's text is shown while nothing is entered", async () => {
  const { router, subject } = openText({});
  expect(await subject()).toBe("Hello");
  await act(async () => router.revalidate());
  await waitFor(async () => expect(await subject()).toBe("Changed elsewhere"));
});
