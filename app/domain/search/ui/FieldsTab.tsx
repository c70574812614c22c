import { Box, Checkbox, Text } from "@shopify/polaris";
import type { PageCall } from "~/platform/page-call";
import { PlainTable } from "~/ui/list/PlainTable";
import { formatCount } from "~/ui/numbers";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { useSavedCheckbox } from "~/ui/useSavedCheckbox";
import type { IndexedField } from "../index-fields.server";

const COLUMNS = [
  { key: "indexed", title: "Indexed" },
  { key: "field", title: "Field", narrow: "title" },
  { key: "kind", title: "Kind" },
  { key: "products", title: "Products", align: "end" },
] as const;

interface FieldsTabProps {
  system: string;
  fields: readonly IndexedField[];
  callOf(name: string, indexed: boolean): PageCall;
}

/** The tab Fields: what the records of products have. */
export function FieldsTab({ system, fields, callOf }: FieldsTabProps) {
  useListRefresh("searchFields");
  return (
    <>
      <Box padding="300" paddingBlockStart="0">
        <Text as="p" tone="subdued">
          {`Records always have the title, the handle and the currency. A change applies to all products with the next full sync with ${system}. Products that aren't active on the online store aren't sent.`}
        </Text>
      </Box>
      <PlainTable
        caption="fields"
        columns={COLUMNS}
        density="compact"
        rows={fields.map((field) => ({ ...field, id: field.name }))}
        cells={{
          indexed: (field) => <IndexedCheckbox field={field} callOf={callOf} />,
          field: ({ label }) => label,
          kind: ({ isMetafield, isFiltered }) =>
            `${isMetafield ? "Metafield" : "Product field"}${isFiltered ? ", used by a search filter" : ""}`,
          products: ({ products }) => (products === null ? "" : formatCount(products)),
        }}
      />
    </>
  );
}

function IndexedCheckbox({
  field: { name, label, indexed, isFiltered },
  callOf,
}: {
  field: IndexedField;
  callOf: FieldsTabProps["callOf"];
}) {
  const { checked, choose } = useSavedCheckbox({
    stored: indexed,
    callOf: (wanted) => callOf(name, wanted),
  });
  return (
    <Checkbox
      label={`Index ${label}`}
      labelHidden
      checked={checked}
      disabled={isFiltered}
      onChange={choose}
    />
  );
}
