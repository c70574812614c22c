import { useNavigate } from "@remix-run/react";
import { BlockStack, Box, InlineStack, Link, Tag, Text, Thumbnail } from "@shopify/polaris";
import { ImageIcon } from "@shopify/polaris-icons";
import { firstPage } from "~/ui/list/address";
import { EmptyOverlay } from "~/ui/list/RowOverlay";
import { SearchBox } from "~/ui/list/SearchBox";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { formatCount } from "~/ui/numbers";
import type { FoundProducts } from "../inspect/try-search.server";
import type { TrySearchData } from "../search-page.server";
import styles from "./TrySearchTab.module.css";

const MAX_SEARCH_LENGTH = 200;
/** Of each facet. */
const SHOWN_VALUES = 5;

/** The tab Test search: searches the live index as a storefront would, with facets. */
export function TrySearchTab({
  system,
  data: { q, chosen, found },
}: {
  system: string;
  data: TrySearchData;
}) {
  const navigate = useNavigate();
  const search = usePendingSearch();
  const addressOf = (facets: Record<string, string>) =>
    firstPage(search, {
      tab: "search",
      facets: Object.keys(facets).length > 0 ? JSON.stringify(facets) : null,
    });
  return (
    <>
      <Box padding="300" paddingBlockStart="0">
        <BlockStack gap="200">
          <InlineStack>
            <SearchBox
              id="try-search"
              value={q}
              hint={`Search ${system} as a shopper would`}
              maxLength={MAX_SEARCH_LENGTH}
              onSearch={(text) => navigate(firstPage(search, { tab: "search", q: text }))}
            />
          </InlineStack>
          {found && (
            <InlineStack gap="200" blockAlign="center">
              <Text as="span">
                {found.total === 1 ? "1 product" : `${formatCount(found.total)} products`}
              </Text>
              {Object.entries(chosen).map(([field, value]) => {
                const { [field]: _removed, ...others } = chosen;
                const facet = found.facets.find((one) => one.field === field);
                const label = facet?.values.find((one) => one.value === value)?.label ?? value;
                return (
                  <Tag
                    key={field}
                    onRemove={() => navigate(addressOf(others))}
                  >{`${facet?.label ?? field}: ${label}`}</Tag>
                );
              })}
            </InlineStack>
          )}
        </BlockStack>
      </Box>
      {found && (
        <div className={styles.columns}>
          {found.hits.length > 0 && (
            <Facets found={found} hrefOf={(field, value) => addressOf({ ...chosen, [field]: value })} />
          )}
          <div className={styles.hits}>
            <Hits
              found={found}
              clearedAddress={firstPage(search, { tab: "search", q: null, facets: null })}
            />
          </div>
        </div>
      )}
    </>
  );
}

function Facets({
  found: { facets },
  hrefOf,
}: {
  found: FoundProducts;
  hrefOf(field: string, value: string): string;
}) {
  return (
    <BlockStack gap="300">
      {facets.map(({ field, label: title, values }) => (
        <BlockStack key={field} gap="050">
          <Text as="h2" variant="headingSm">
            {title}
          </Text>
          {values.slice(0, SHOWN_VALUES).map(({ value, label, count }) => (
            <InlineStack key={value} align="space-between" wrap={false} gap="200">
              <Link url={hrefOf(field, value)} removeUnderline>
                {label}
              </Link>
              <Text as="span" tone="subdued" numeric>
                {formatCount(count)}
              </Text>
            </InlineStack>
          ))}
          {values.length > SHOWN_VALUES && (
            <Text as="span" tone="subdued">{`and ${formatCount(values.length - SHOWN_VALUES)} more`}</Text>
          )}
        </BlockStack>
      ))}
      {facets.length === 0 && (
        <Text as="p" tone="subdued">
          The index counts no facets of these products.
        </Text>
      )}
    </BlockStack>
  );
}

function Hits({ found: { hits }, clearedAddress }: { found: FoundProducts; clearedAddress: string }) {
  const search = usePendingSearch();
  if (hits.length === 0)
    return (
      <EmptyOverlay heading="No product found" action={{ content: "Clear the search", url: clearedAddress }}>
        Try fewer words, or remove a facet.
      </EmptyOverlay>
    );
  return (
    <BlockStack gap="200">
      {hits.map(({ id, title, vendor, price, image }) => (
        <InlineStack key={id} gap="300" blockAlign="center" wrap={false}>
          <Thumbnail source={image ?? ImageIcon} alt="" size="small" />
          <BlockStack>
            <Link url={firstPage(search, { tab: "inspector", product: id, q: null, facets: null })}>
              {title || `Deleted product ${id}`}
            </Link>
            <Text as="span" tone="subdued">
              {[vendor, price].filter(Boolean).join(" · ")}
            </Text>
          </BlockStack>
        </InlineStack>
      ))}
    </BlockStack>
  );
}
