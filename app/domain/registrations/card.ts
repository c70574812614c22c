import type { ContractRouterClient } from "@orpc/contract";
import { pathOfFlag } from "~/core/declared-name";
import { type CardCustomer, type CardVisit, defineCardPart } from "~/domain/customers/card-part";
import { REGISTERED } from "~/domain/customers/kinds";
import { mayUse } from "~/platform/auth/permission";
import { refusalIn } from "~/platform/contract/answer";
import { searchKind } from "~/platform/list";
import type { registrationCalls } from "./calls.server";
import type { CardDecisions, CardPlace } from "./decision";
import { narrowingIn } from "./narrowing";
import type { RegistrationAnswer } from "./questions/answers.server";
import type { questionsCalls } from "./questions/calls.server";
import * as statuses from "./status";
import { AnswersPart } from "./ui/AnswersPart";
import { DecisionHeader, PlaceInList } from "./ui/DecisionHeader";

/** What the customer answered to questions, with the proof that they sent. */
export const answersPart = defineCardPart<
  { questions: typeof questionsCalls },
  readonly RegistrationAnswer[]
>({
  id: "answers",
  title: "Answers and proof",
  permission: statuses.REGISTRATION_FLAGS,
  place: "main",
  order: 5,
  async load(calls, _customer, id) {
    const { list } = await calls.questions.answers({ id });
    return list.length > 0 ? list : null;
  },
  component: AnswersPart,
});

type ScreenCalls = ReturnType<typeof registrationCalls>;

export const cardPart = defineCardPart<{ students: ScreenCalls; staff: ScreenCalls }, CardDecisions>({
  id: "decisions",
  title: "Decisions",
  permission: statuses.REGISTRATION_FLAGS,
  place: "main",
  order: 0,
  async load(calls, customer, id, visit) {
    const registrations = REGISTERED.filter(({ flag }) => mayUse(visit.administrator, flag)).flatMap(
      ({ registration, flag }) => {
        const tab = tabOf(customer, registration);
        return tab ? [{ registration, tab, action: pathOfFlag(visit.functions, flag) }] : [];
      },
    );
    const lists = registrations.map(({ registration }) => statuses.REGISTRATIONS[registration].list);
    const list = lists.find((one) => one === visit.search.get("list")) ?? lists[0];
    return list ? { registrations, place: await readPlace(calls[list], id, addressIn(visit, list)) } : null;
  },
  header: DecisionHeader,
  headerEnd: PlaceInList,
});

function tabOf(
  customer: CardCustomer,
  registration: statuses.Registration,
): statuses.RegistrationTab | undefined {
  const { noun } = statuses.REGISTRATIONS[registration];
  const status = customer.registrations.find((one) => one.noun === noun.one)?.status;
  return statuses.REGISTRATION_TABS.find((tab) => statuses.TAB_NAMES[tab] === status);
}

/** The search, order and filter of the list that the administrator came from. From elsewhere, it is the whole list of Pending. */
function addressIn({ search }: CardVisit, list: string) {
  const isTheirs = search.get("list") === list;
  const value = (name: string) => (isTheirs ? (search.get(name) ?? undefined) : undefined);
  return {
    tab: statuses.REGISTRATION_TABS.find((tab) => tab === value("tab")) ?? "pending",
    q: value("q"),
    sort: value("sort"),
    narrowing: narrowingIn(value),
    search: isTheirs ? search.toString() : "",
  };
}

async function readPlace(
  screen: ContractRouterClient<ScreenCalls>,
  id: string,
  { tab, q = "", sort, narrowing, search }: ReturnType<typeof addressIn>,
): Promise<CardPlace | null> {
  try {
    const { nextId, previousId, ...place } = await screen.place({
      params: { status: tab },
      query: { id, sort, ...narrowing },
      body: searchKind(q),
    });
    const cardOf = (customer: string | null) => customer && `/customers/${customer}${search && `?${search}`}`;
    return { ...place, tab, nextUrl: cardOf(nextId), previousUrl: cardOf(previousId) };
  } catch (error) {
    // Decisions don't depend on the place.
    if (refusalIn(error)) return null;
    throw error;
  }
}
