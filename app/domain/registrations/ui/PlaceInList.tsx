import { useNavigate } from "@remix-run/react";
import { Button, InlineStack, Text } from "@shopify/polaris";
import type { PartProps } from "~/domain/customers/card-part";
import { formatCount } from "~/ui/numbers";
import type { CardDecisions } from "../decisions";
import { type RegistrationTab, TAB_NAMES } from "../status";

/** "12 of 168", and the way to the next customer of the list. */
export function PlaceInList({ data: { place } }: PartProps<CardDecisions>) {
  const navigate = useNavigate();
  if (!place) return null;
  const { tab, position, total, nextUrl } = place;
  return (
    <InlineStack gap="300" blockAlign="center">
      {position !== null && (
        <Text as="span" tone="subdued">
          {`${formatCount(position)} of ${formatCount(total.count)}${total.exact ? "" : " or more"}`}
        </Text>
      )}
      {/* Replaced, so that Back still leads to the list. */}
      <Button
        disabled={nextUrl === null}
        onClick={() => nextUrl !== null && navigate(nextUrl, { replace: true })}
      >
        {nextLabel(tab)}
      </Button>
    </InlineStack>
  );
}

const nextLabel = (tab: RegistrationTab): string =>
  tab === "waiting" ? "Next" : `Next ${TAB_NAMES[tab].toLowerCase()}`;
