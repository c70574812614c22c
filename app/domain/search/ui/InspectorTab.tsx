import { useNavigate } from "@remix-run/react";
import { Badge, type BadgeProps, BlockStack, Box, Button, InlineStack, Link, Text } from "@shopify/polaris";
import { adminAddress } from "~/platform/admin-address";
import { useFrame } from "~/ui/frame";
import { firstPage } from "~/ui/list/address";
import { PlainTable } from "~/ui/list/PlainTable";
import { SearchBox } from "~/ui/list/SearchBox";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { useCall } from "~/ui/useCall";
import type { Inspection } from "../inspect/inspect-product.server";
import type { InspectorData } from "../search-page.server";
import type { SearchPageCalls } from "../search-tabs";
import { Comparison } from "./Comparison";

const MAX_SEARCH_LENGTH = 255;

interface InspectorTabProps {
  system: string;
  section: string;
  data: InspectorData;
  calls: SearchPageCalls;
}

/** The tab Index inspector: a product beside its records, and the whole catalog beside the index. */
export function InspectorTab({ system, section, data, calls }: InspectorTabProps) {
  const navigate = useNavigate();
  const search = usePendingSearch();
  const { product, inspection, comparison } = data;
  return (
    <>
      <Box padding="300" paddingBlockStart="0">
        <BlockStack gap="300">
          <InlineStack>
            <SearchBox
              id="inspected-product"
              value={product}
              hint="A product's ID, handle, SKU or title"
              maxLength={MAX_SEARCH_LENGTH}
              onSearch={(text) => navigate(firstPage(search, { tab: "inspector", product: text }))}
            />
          </InlineStack>
          {inspection && <InspectedProduct inspection={inspection} send={calls.send} />}
        </BlockStack>
      </Box>
      {inspection && <Records inspection={inspection} />}
      {!inspection && product === "" && (
        <Comparison system={system} section={section} data={comparison} calls={calls} />
      )}
      {inspection && (
        <Box padding="300">
          <Link url={firstPage(search, { tab: "inspector", product: null })}>
            Compare all products with {system}
          </Link>
        </Box>
      )}
    </>
  );
}

type EngineState = Inspection["engines"][number]["state"];

const STATES: Record<NonNullable<EngineState>, { text: string; tone: BadgeProps["tone"] }> = {
  same: { text: "Up to date", tone: "success" },
  different: { text: "Different", tone: "critical" },
  missing: { text: "Missing", tone: "critical" },
  extra: { text: "Must not be found", tone: "critical" },
  absent: { text: "Not sent", tone: undefined },
};

function InspectedProduct({
  inspection: { product, engines },
  send,
}: {
  inspection: Inspection;
  send: SearchPageCalls["send"];
}) {
  const { shop } = useFrame();
  const sending = useCall();
  return (
    <BlockStack gap="200">
      <InlineStack align="space-between" blockAlign="center" gap="300">
        <InlineStack gap="200" blockAlign="center">
          <Text as="h2" variant="headingMd">
            <Link url={adminAddress(shop.domain, `/products/${product.id}`)} target="_top" removeUnderline>
              {product.title}
            </Link>
          </Text>
          {engines.map(({ name, system, state }) => (
            <Badge key={name} tone={state === null ? "warning" : STATES[state].tone}>
              {`${system}: ${state === null ? "not read" : STATES[state].text.toLowerCase()}`}
            </Badge>
          ))}
        </InlineStack>
        <Button
          loading={sending.isBusy}
          disabled={engines.length === 0}
          onClick={() => sending.run(send(String(product.id)))}
        >
          Send now
        </Button>
      </InlineStack>
      {!product.isShown && <Text as="p">{notShownText(product)}</Text>}
      {engines.map(({ name, problem, isWaiting, system }) => (
        <BlockStack key={name}>
          {problem && (
            <Text as="p" tone="critical">
              {problem}
            </Text>
          )}
          {isWaiting && <Text as="p">{`A change is about to be sent to ${system}.`}</Text>}
        </BlockStack>
      ))}
    </BlockStack>
  );
}

function notShownText({ status, isPublished }: Inspection["product"]): string {
  if (status !== "ACTIVE") return `It isn't sent, because its status is ${status.toLowerCase()}.`;
  return isPublished === false
    ? "It isn't sent, because it isn't published to the online store."
    : "It isn't sent, because its publication on the online store is in the future.";
}

function Records({ inspection: { engines, rows } }: { inspection: Inspection }) {
  const isOff = (row: Inspection["rows"][number]) => Object.values(row.engines).some(({ isSame }) => !isSame);
  return (
    <PlainTable
      caption="fields"
      density="compact"
      columns={[
        { key: "field", title: "Field", narrow: "title" },
        { key: "here", title: "Backroom" },
        ...engines.map(({ name, system }) => ({ key: name, title: system })),
      ]}
      // What differs first.
      rows={rows
        .map((row) => ({ ...row, id: row.name }))
        .toSorted((one, other) => Number(isOff(other)) - Number(isOff(one)))}
      cells={{
        field: ({ label }) => label,
        here: ({ here }) => <Value text={here} />,
        ...Object.fromEntries(
          engines.map(({ name, system }) => [
            name,
            (row: Inspection["rows"][number]) => (
              <Found value={row.engines[name]} hasValue={row.here !== ""} system={system} />
            ),
          ]),
        ),
      }}
    />
  );
}

/** Long values are cut: the beginning tells them apart. */
const SHOWN_LENGTH = 120;

const Value = ({ text }: { text: string }) => (
  <Text as="span" breakWord>
    {text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text}
  </Text>
);

interface FoundProps {
  value: Inspection["rows"][number]["engines"][string] | undefined;
  /** Whether the product has a value that could be indexed. */
  hasValue: boolean;
  system: string;
}

function Found({ value, hasValue, system }: FoundProps) {
  if (!value)
    return (
      <Text as="span" tone="subdued">
        {hasValue ? "Not indexed" : "No value"}
      </Text>
    );
  if (!value.isReturned)
    return (
      <Text as="span" tone="subdued">
        {`Not returned by ${system}, so it can't be compared`}
      </Text>
    );
  if (value.isSame) return <Value text={value.found ?? ""} />;
  return (
    <BlockStack gap="050" inlineAlign="start">
      <Badge tone="critical">Different</Badge>
      <Value text={value.found ?? "Nothing"} />
      <Text as="span" tone="subdued" breakWord>
        {`Send now would write: ${(value.sent ?? "nothing").slice(0, SHOWN_LENGTH)}`}
      </Text>
    </BlockStack>
  );
}
