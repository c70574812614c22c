import { ENDINGS, type Ending } from "./expiry/expiry";

/** A question that has waited this long for the customer's answer is one for staff again. */
export const ANSWER_DAYS = 7;

/** What a list can be narrowed to by the answers to open questions. */
export const ANSWERS = ["answered", "overdue"] as const;
export type AnswerFilter = (typeof ANSWERS)[number];

/** The label of each. */
export const ANSWER_NAMES: Record<AnswerFilter, string> = {
  answered: "Answered",
  overdue: "Without an answer for a week",
};

/** What narrows a list of registrations besides its search. */
export interface RegistrationNarrowing {
  ends?: Ending;
  answer?: AnswerFilter;
}

/** What an address narrows a list to. A value that isn't valid narrows nothing. */
export const narrowingIn = (value: (name: string) => string | null | undefined): RegistrationNarrowing => ({
  ends: ENDINGS.find((one) => one === value("ends")),
  answer: ANSWERS.find((one) => one === value("answer")),
});

/** The parameters of an address that narrow a list so. */
export const narrowingParameters = ({ ends, answer }: RegistrationNarrowing): Record<string, string> => ({
  ...(ends && { ends }),
  ...(answer && { answer }),
});
