// @vitest-environment jsdom
import "./browser";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { INVITED_LISTS, type InvitationRow } from "~/domain/invitations/list.server";
import { InvitedUsersPage } from "~/domain/invitations/ui/InvitedUsersPage";
import { pageOfRows } from "./page-of-rows";
import { renderConsole } from "./render-console";

const AT = "2026-12-01T15:00:00.000Z";
const BANNER = "Background reinvite process is started...";
const invitation = (id: string): InvitationRow => ({
  id,
  displayName: `Guest ${id}`,
  firstName: "Guest",
  lastName: id,
  email: `${id}@x.example`,
  tags: [],
  createdAt: AT,
  state: "sent",
  stateAt: AT,
  problem: null,
  mails: 1,
  mailId: null,
  expiresAt: AT,
  customerId: null,
  isMtd: false,
  groupId: "",
  version: 1,
});

it.each([
  ["before", 1_000],
  ["after", 6_000],
])("hides the banner after 5 seconds, also when another reinvite is refused %s that", async (_when, ms) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const answers: ((answer: object) => void)[] = [];
  const action = () => new Promise<object>((resolve) => answers.push(resolve));
  const element = (
    <InvitedUsersPage
      list={INVITED_LISTS.partner.declaration}
      audience="partner"
      tab="invited"
      state={{ search: "", sort: "createdAt desc" }}
      only={undefined}
      result={pageOfRows([invitation("a"), invitation("b")])}
      counts={{ invited: 2, registered: 0 }}
      mtd={false}
      views={[]}
    />
  );
  renderConsole([{ path: "/partnerusers", element, action, loader: () => null }], "/partnerusers");
  const box = (id: string) => screen.getByRole<HTMLInputElement>("checkbox", { name: `Select Guest ${id}` });
  const reinvite = () => fireEvent.click(screen.getByRole("button", { name: "Reinvite User" }));

  await screen.findByRole("button", { name: "Reinvite User" });
  fireEvent.click(box("a"));
  reinvite();
  await waitFor(() => expect(answers).toHaveLength(1));
  answers[0]?.({ value: { invited: 1, notSent: null }, notice: { level: "info", text: "One is invited." } });
  await screen.findByText(BANNER);
  fireEvent.click(box("b"));
  reinvite();
  await waitFor(() => expect(answers).toHaveLength(2));
  vi.setTimerTickMode("manual");
  await act(() => vi.advanceTimersByTimeAsync(ms));
  answers[1]?.({ status: 409, notice: { level: "critical", text: "Invited less than 10 minutes ago." } });
  await act(() => vi.advanceTimersByTimeAsync(5_500));
  expect(screen.queryByText(BANNER)).toBeNull();
  // The first one's row is cleared. The row that was refused stays selected.
  expect([box("a").checked, box("b").checked]).toEqual([false, true]);
});
