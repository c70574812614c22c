// @vitest-environment jsdom
import "./browser";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { answerCall } from "~/core/answer-call.server";
import { creditTexts } from "~/functions/credits/page.server";
import AddCustomerPanel from "~/functions/credits/ui/AddCustomerPanel";
import { cents } from "~/platform/money/cents";
import { renderConsole } from "./render-console";

const QUESTION =
  "ana@x.example is already listed, with a balance of $5.00. The credit of $5.00 hasn't been posted yet.";

it("posts anyway what the question is about, and asks again when a field was changed since", async () => {
  const posts: { operationId: string }[] = [];
  const action = async ({ request }: { request: Request }) => {
    const posted = await request.json();
    posts.push(posted.input.body);
    const addCustomer = async () => ({ repetition: { question: QUESTION, earlier: [], more: 0 } });
    return answerCall({ credits: { addCustomer } }, creditTexts, posted);
  };
  const element = <AddCustomerPanel owedCents={cents(500)} onClose={() => {}} />;
  renderConsole([{ path: "/credits", element, action }], "/credits");
  const fill = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  fill("Email", "ana@x.example");
  fill("Credit", "5.00");
  fireEvent.click(screen.getByRole("button", { name: "Submit" }));
  await screen.findByText(QUESTION);
  fill("Credit", "7.00");
  expect(screen.queryByText(QUESTION)).toBeNull();
  fill("Credit", "5.00");
  fireEvent.click(screen.getByRole("button", { name: "Post it anyway" }));
  await waitFor(() => expect(posts).toHaveLength(2));
  expect(posts[0]).toMatchObject({ email: "ana@x.example", amount: "5.00", onRepeat: "ask" });
  expect(posts[1]).toEqual({ ...posts[0], onRepeat: "post" });
});
