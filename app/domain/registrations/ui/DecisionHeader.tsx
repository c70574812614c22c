import { useNavigate, useNavigation } from "@remix-run/react";
import { BlockStack, Button, ButtonGroup, InlineStack, Text } from "@shopify/polaris";
import { Suspense, useCallback, useRef, useState } from "react";
import type { CardCustomer, PartProps } from "~/domain/customers/card-part";
import { lazyPart } from "~/ui/lazy-part";
import { formatCount } from "~/ui/numbers";
import { OpenNextSwitch, useOpensNext } from "~/ui/OpenNextSwitch";
import { type CardDecisions, type CardRegistration, DECISIONS, type DecisionButton } from "../decision";
import { REGISTRATIONS, type RegistrationTab, statusOfTab, TAB_NAMES } from "../status";
import { useDecisions, useReasons } from "./useDecisions";

const RejectDialog = lazyPart(() => import("./RejectDialog"));

const AskDialog = lazyPart(() => import("./AskDialog"));

/** In the header of a customer's card: the decisions on their registrations. */
export const DecisionHeader = ({ data, customer }: PartProps<CardDecisions>) => (
  <BlockStack gap="200">
    {data.registrations.map((one) => (
      // A dialog that is open belongs to one customer.
      <Decisions
        key={`${one.registration} ${customer.id}`}
        {...one}
        customer={customer}
        isOnlyOne={data.registrations.length === 1}
        nextUrl={data.place?.nextUrl ?? null}
      />
    ))}
  </BlockStack>
);

const BUTTONS = DECISIONS.pending;

interface DecisionsProps extends CardRegistration {
  customer: CardCustomer;
  isOnlyOne: boolean;
  /** The card of the next customer in the list. */
  nextUrl: string | null;
}

/** Opens the next customer after a decision, if the administrator wants that and isn't on the way elsewhere. */
function useGoOn(nextUrl: string | null): () => void {
  const navigate = useNavigate();
  const [opensNext] = useOpensNext();
  const isLeaving = useRef(false);
  isLeaving.current = useNavigation().state === "loading";
  // Where it led when the decision was made: the list has changed since.
  return () => {
    if (opensNext && nextUrl !== null && !isLeaving.current) navigate(nextUrl, { replace: true });
  };
}

function Decisions({ registration, tab, action, customer, isOnlyOne, nextUrl }: DecisionsProps) {
  const goOn = useGoOn(nextUrl);
  const { decide, leaving, noteOf } = useDecisions(registration, tab, [customer], {
    action,
    onDecided: goOn,
  });
  const [dialog, setDialog] = useState<"ask" | "reject" | null>(null);
  const close = useCallback(() => setDialog(null), []);
  const reasons = useReasons(dialog !== null);
  const { displayName: name } = customer;
  const isDeciding = leaving.has(customer.id);
  const allowed = DECISIONS[statusOfTab(tab)];
  const press = (button: DecisionButton) =>
    button.to === "disabled" ? setDialog("reject") : decide(customer, button.to);

  return (
    <InlineStack gap="300" blockAlign="center">
      {!isOnlyOne && <Text as="span">{capitalized(REGISTRATIONS[registration].noun.one)}</Text>}
      {/* Each button keeps its place whatever the status is, so that a double click never presses another one. */}
      <ButtonGroup>
        {BUTTONS.map((button) => (
          <Button
            key={button.to}
            variant={button.to === "approved" ? "primary" : undefined}
            tone={button.to === "disabled" ? "critical" : undefined}
            accessibilityLabel={`${button.label} ${name}`}
            disabled={isDeciding || !allowed.some(({ to }) => to === button.to)}
            onClick={() => press(button)}
          >
            {button.label}
          </Button>
        ))}
        <Button
          accessibilityLabel={`Ask ${name} for information`}
          disabled={isDeciding || tab !== "pending"}
          onClick={() => setDialog("ask")}
        >
          Ask
        </Button>
      </ButtonGroup>
      {dialog === "reject" && (
        <Suspense>
          <RejectDialog
            title={`Reject ${name}?`}
            reasons={reasons?.reject}
            initialNote={noteOf(customer.id)}
            onReject={(rejection) => {
              decide(customer, "disabled", rejection);
              close();
            }}
            onClose={close}
          />
        </Suspense>
      )}
      {dialog === "ask" && (
        <Suspense>
          <AskDialog
            registration={registration}
            who={customer}
            action={action}
            questions={reasons?.question}
            onClose={close}
          />
        </Suspense>
      )}
    </InlineStack>
  );
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "12 of 168", and the ways to the customers before and after in the list. */
export function PlaceInList({ data: { place } }: PartProps<CardDecisions>) {
  const navigate = useNavigate();
  if (!place) return null;
  const { tab, position, total, nextUrl, previousUrl } = place;
  // Replaced, so that Back still leads to the list.
  const open = (url: string | null) => url !== null && navigate(url, { replace: true });
  return (
    <InlineStack gap="300" blockAlign="center">
      {position !== null && (
        <Text as="span" tone="subdued">
          {`${formatCount(position)} of ${formatCount(total.count)}${total.exact ? "" : " or more"}`}
        </Text>
      )}
      <OpenNextSwitch />
      <ButtonGroup>
        <Button disabled={previousUrl === null} onClick={() => open(previousUrl)}>
          Previous
        </Button>
        <Button disabled={nextUrl === null} onClick={() => open(nextUrl)}>
          {nextLabel(tab)}
        </Button>
      </ButtonGroup>
    </InlineStack>
  );
}

const nextLabel = (tab: RegistrationTab): string =>
  tab === "waiting" ? "Next" : `Next ${TAB_NAMES[tab].toLowerCase()}`;
