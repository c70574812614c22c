import { act } from "@testing-library/react";
import type { CallAnswer } from "~/core/answer-call.server";
import type { EventRow } from "~/functions/events/list.server";
import type { ActionAnswer } from "~/platform/notice";

export const EVENT: EventRow = {
  id: "7",
  name: "Fair",
  description: "For everyone",
  dateFrom: "2026-12-01T15:00:00.000Z",
  dateTo: "2026-12-01T18:00:00.000Z",
  active: true,
  isDeleted: false,
  createdBy: 0,
  createdByName: "",
  capacity: null,
  reminds: true,
  location: "",
  waiting: 0,
  canceled: 0,
  refused: 0,
  rsvpBy: null,
  version: 1,
  invited: 2,
  registered: 2,
  checkedIn: 0,
};
export const STATE = { search: "", sort: "dateFrom desc" };
export const refusal = (text: string): ActionAnswer => ({
  notice: { level: "critical", text },
  status: 409,
});

type Post = { call: string; input: Record<string, unknown>; about?: string };

/** The requests that wait for their answer. */
export const waiting: { post: Post; answer(answer: CallAnswer): void }[] = [];
export const answerFirst = (answer: CallAnswer) => act(async () => waiting.shift()?.answer(answer));

/** The pages' action. Empty `waiting` before each test. */
export const action = async ({ request }: { request: Request }) => {
  const isCall = request.headers.get("content-type")?.startsWith("application/json");
  const post: Post = isCall
    ? await request.json()
    : { call: "a form", input: Object.fromEntries(await request.formData()) };
  return new Promise<CallAnswer>((answer) => waiting.push({ post, answer }));
};
