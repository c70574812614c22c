import { useLocation, useNavigate } from "@remix-run/react";
import { Badge, Banner, Button, ButtonGroup, Text } from "@shopify/polaris";
import { useState } from "react";
import { ExportButton } from "~/core/exports/ui/ExportButton";
import { adminAddress } from "~/platform/admin-address";
import { useFrame } from "~/ui/frame";
import { ListPage } from "~/ui/ListPage";
import { firstPage, ownQuery } from "~/ui/list/address";
import { RowLink } from "~/ui/list/RowLink";
import type { Cells } from "~/ui/list/types";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { formatCount } from "~/ui/numbers";
import { mediaCall } from "../function";
import { ENTER_IDENTIFIER, type MediaTab, PRODUCT_VIEWS, type ProductView, TAB_LABELS } from "../media-list";
import type { ProductsData } from "../page.server";
import type { MediaProductsRow } from "../products-list.server";
import { MediaPicture } from "./MediaPicture";
import styles from "./MediaProductsPage.module.css";
import { PATH } from "./MediaTabPage";

const VIEW_LABELS: Record<ProductView, string> = {
  all: "All",
  pictures: "Without pictures",
  texts: "Without alt text",
};

const EMPTY_HINTS: Record<ProductView, string> = {
  all: "Products of the store are listed here, with their pictures.",
  pictures: "Each product that isn't archived has a picture.",
  texts: "All media of products that aren't archived have an alt text.",
};

/** The address with another parameter, on the same page of the list. */
function addressWith(search: string, name: "product" | "edit", value: string): string {
  const parameters = new URLSearchParams(ownQuery(search));
  parameters.set(name, value);
  return `${PATH}?${parameters}`;
}

/** The tab Product Media before a product is chosen: the store's products, with those that lack pictures or alt texts. */
export function MediaProductsPage({ tabs, ...products }: ProductsData & { tabs: MediaTab[] }) {
  const { list, state, show, result, isTitle } = products;
  const { domain } = useFrame().shop;
  const navigate = useNavigate();
  const { search } = useLocation();
  const [missingIn, setMissingIn] = useState<ProductView | null>(null);
  const open = ({ id }: MediaProductsRow) => addressWith(search, "product", id);
  const cells = {
    title: (row) => (
      <span className={styles.product}>
        <span className={styles.thumbnail}>
          <MediaPicture url={row.thumbnail} key={row.thumbnail ?? ""} />
        </span>
        <span className={styles.names}>
          <span>
            <RowLink to={open(row)}>{row.title}</RowLink>{" "}
            {row.status !== "ACTIVE" && <Badge>{nameOfStatus(row.status)}</Badge>}
          </span>
          <Text as="span" tone="subdued" fontWeight="regular">
            {row.handle}
          </Text>
        </span>
      </span>
    ),
    pictures: ({ pictures }) =>
      pictures === 0 ? <Badge tone="attention">No pictures</Badge> : formatCount(pictures),
    withoutText: ({ withoutText }) =>
      withoutText === 0 ? "0" : <Badge tone="attention">{formatCount(withoutText)}</Badge>,
  } satisfies Partial<Cells<MediaProductsRow>>;
  return (
    <ListPage
      title="Product Media"
      list={list}
      state={state}
      result={result}
      plural="products"
      rowLabel={({ title }) => title}
      cells={cells}
      tabs={tabs.map((id) => ({ id, label: TAB_LABELS[id] }))}
      selectedTab="media"
      appliesAtOnce
      onSearch={(text) => setMissingIn(text === "" && state.search === "" ? show : null)}
      onOpen={(row) => navigate(open(row))}
      toolbar={<Views {...products} />}
      views={products.views}
      pageActions={
        <>
          <ExportButton
            call={mediaCall("exports.mediaProducts.rows", {
              query: { sort: state.sort, show, title: isTitle ? state.search : undefined },
              body: { searchValue: isTitle ? "" : state.search },
            })}
          />
          {show === "texts" && result.rows.length > 0 && (
            <Button url={addressWith(search, "edit", "texts")}>Edit texts</Button>
          )}
        </>
      }
      emptyHint={
        state.search ? "No product of these matches. Clear the search to see them all." : EMPTY_HINTS[show]
      }
      emptyAction={
        show === "all"
          ? { content: "Open products in Shopify", url: adminAddress(domain, "/products"), target: "_top" }
          : { content: "Show all products", url: PATH }
      }
    >
      {missingIn === show && <Banner tone="warning">{ENTER_IDENTIFIER}</Banner>}
    </ListPage>
  );
}

const nameOfStatus = (status: string): string => status.charAt(0) + status.slice(1).toLowerCase();

/** Switches between all products and those that lack something. */
function Views({ show, work }: ProductsData) {
  const navigate = useNavigate();
  const search = usePendingSearch();
  const labelOf = (view: ProductView) => {
    if (view === "all") return VIEW_LABELS.all;
    const { count, exact } = work[view];
    return `${VIEW_LABELS[view]} (${formatCount(count)}${exact ? "" : "+"})`;
  };
  return (
    <ButtonGroup variant="segmented">
      {PRODUCT_VIEWS.map((view) => (
        <Button
          key={view}
          pressed={view === show}
          onClick={() => navigate(firstPage(search, { tab: "media", show: view === "all" ? null : view }))}
        >
          {labelOf(view)}
        </Button>
      ))}
    </ButtonGroup>
  );
}
