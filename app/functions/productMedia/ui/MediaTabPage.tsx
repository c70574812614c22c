import { useLocation, useNavigate, useNavigation, useRevalidator } from "@remix-run/react";
import { Banner, BlockStack, Box, Button, Card, InlineStack, Link, Page, Text } from "@shopify/polaris";
import { RefreshIcon } from "@shopify/polaris-icons";
import { Suspense, useCallback, useId, useRef, useState } from "react";
import { adminAddress } from "~/platform/admin-address";
import { useFrame } from "~/ui/frame";
import { lazyPart } from "~/ui/lazy-part";
import { firstPage, ownQuery } from "~/ui/list/address";
import { ListTabs } from "~/ui/list/ListTabs";
import { EmptyOverlay, LoadingOverlay } from "~/ui/list/RowOverlay";
import { SearchBox } from "~/ui/list/SearchBox";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { ConnectionState } from "~/ui/realtime/ConnectionState";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { useHydrated } from "~/ui/useHydrated";
import type { MediaProductRow } from "../change-media.server";
import { ENTER_IDENTIFIER, type MediaTab, TAB_LABELS } from "../media-list";
import type { MediaTabData } from "../page.server";
import listStyles from "./MediaList.module.css";
import styles from "./MediaTabPage.module.css";
import { useMediaList } from "./useMediaList";

// With its code for dragging, which the search doesn't need.
const MediaList = lazyPart(() => import("./MediaList"));

const ConfirmModal = lazyPart(() => import("~/ui/ConfirmModal"));

const TextsEditor = lazyPart(() => import("./TextsEditor"));

const UploadDialog = lazyPart(() => import("./UploadDialog"));

const HistoryModal = lazyPart(() => import("~/ui/HistoryModal"));

/** The class brings the list's styles with the page, so that its rows are never shown without them. */
const listToCome = (
  <div className={listStyles.loading} aria-busy>
    <LoadingOverlay />
  </div>
);

/** Searches allow at most 60 characters. */
const MAX_SEARCH_LENGTH = 60;

export const PATH = "/productMedia";

/** The page of the list that led to the product, or the whole list. */
function listAddress(search: string): string {
  const parameters = new URLSearchParams(ownQuery(search));
  const isOpenedInList = parameters.has("product");
  for (const name of ["product", "edit"]) parameters.delete(name);
  return isOpenedInList ? `${PATH}?${parameters}` : `${PATH}?tab=media`;
}

/** The product of an address. One that can't be loaded again stays as it was, with the texts and pictures that someone is entering. */
function useLoadedProduct(product: MediaProductRow | null, address: string): MediaProductRow | null {
  const loaded = useRef({ product, address });
  if (product || loaded.current.address !== address) loaded.current = { product, address };
  return loaded.current.product;
}

/** The tab Product Media with a product: shows and changes its media list. Without one, it says why there is none. */
export function MediaTabPage({ tabs, search, problem, ...read }: MediaTabData & { tabs: MediaTab[] }) {
  const panelId = useId();
  const navigate = useNavigate();
  const pending = usePendingSearch();
  const address = useLocation().search;
  const product = useLoadedProduct(read.product, address);
  const isSearching = useNavigation().state === "loading";
  const [isMissing, setMissing] = useState(false);
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  useListRefresh("productMedia");
  const find = (text: string) => {
    setMissing(text === "");
    navigate(firstPage(pending, { tab: "media", q: text, product: null, edit: null }));
  };
  return (
    <Page
      title="Product Media"
      backAction={product ? { content: "Products", url: listAddress(address) } : undefined}
      secondaryActions={product ? [{ content: "History", onAction: () => setHistoryOpen(true) }] : undefined}
    >
      <Card padding="0">
        <Box paddingBlockStart="200" paddingInline="300">
          <MediaTabs tabs={tabs} selected="media" panelId={panelId} />
        </Box>
        <section id={panelId} role="tabpanel" aria-label="Product Media">
          <div className={styles.toolbar}>
            <SearchBox
              id="product-media-search"
              value={search}
              hint="Title, SKU, handle or id"
              maxLength={MAX_SEARCH_LENGTH}
              onSearch={find}
            />
            {!product && <ConnectionState />}
          </div>
          {(isMissing || problem) && (
            <Box padding="300" paddingBlockStart="0">
              <Banner tone={problem ? "critical" : "warning"}>{problem ?? ENTER_IDENTIFIER}</Banner>
            </Box>
          )}
          <div className={styles.panel}>
            {product && <ProductMedia key={product.id} product={product} />}
            {!product && !problem && (
              <EmptyOverlay
                heading="Search for a product"
                action={{ content: "Show all products", url: listAddress(address) }}
              >
                Enter one of its SKUs, its handle or its id. Its pictures and videos are then listed here.
              </EmptyOverlay>
            )}
            {isSearching && <LoadingOverlay />}
          </div>
        </section>
      </Card>
      {isHistoryOpen && product && (
        <Suspense>
          <HistoryModal
            name={product.title}
            url={`/activity/productMedia/${product.id.slice(product.id.lastIndexOf("/") + 1)}`}
            onClose={() => setHistoryOpen(false)}
          />
        </Suspense>
      )}
    </Page>
  );
}

function ProductMedia({ product }: { product: MediaProductRow }) {
  const { shop } = useFrame();
  const navigate = useNavigate();
  const address = useLocation().search;
  const isEditing = new URLSearchParams(address).get("edit") === "texts";
  const media = useMediaList(product);
  const isHydrated = useHydrated();
  const revalidator = useRevalidator();
  const [isResetting, setResetting] = useState(false);
  const [isUploading, setUploading] = useState(false);
  const closeUpload = useCallback(() => setUploading(false), []);
  const { isBusy, list } = media;
  const productNumber = product.id.slice(product.id.lastIndexOf("/") + 1);
  return (
    <>
      <div className={styles.product}>
        <div className={styles.title}>
          <Text as="h2" variant="headingMd">
            <Link url={adminAddress(shop.domain, `/products/${productNumber}`)} target="_top" removeUnderline>
              {product.title}
            </Link>
          </Text>
          <Text as="p" tone="subdued">
            {product.handle} · {list.length === 1 ? "1 item" : `${list.length} items`}
            {product.unlisted > 0 && ` · ${unlistedText(product.unlisted)}`}
          </Text>
        </div>
        <InlineStack gap="200" blockAlign="center" wrap={false}>
          <ConnectionState />
          <Button
            icon={RefreshIcon}
            variant="tertiary"
            accessibilityLabel="Refresh"
            loading={revalidator.state === "loading" && !isBusy}
            onClick={() => revalidator.revalidate()}
          />
          {!isEditing && <Button onClick={() => setUploading(true)}>Upload</Button>}
          {list.length > 0 && (
            <Button
              pressed={isEditing}
              disabled={isBusy}
              onClick={() => navigate(editAddress(address, !isEditing))}
            >
              Edit texts
            </Button>
          )}
          {(list.length > 0 || product.unlisted > 0) && !isEditing && (
            <Button loading={media.isResetting} onClick={() => setResetting(true)}>
              Reset
            </Button>
          )}
        </InlineStack>
      </div>
      {list.length === 0 && (
        <EmptyOverlay
          action={
            product.unlisted > 0
              ? { content: "Add the product's media", onAction: () => setResetting(true) }
              : { content: "Upload the first one", onAction: () => setUploading(true) }
          }
        >
          {emptyText(product)}
        </EmptyOverlay>
      )}
      {list.length > 0 && !isHydrated && listToCome}
      {list.length > 0 && isHydrated && (
        <Suspense fallback={listToCome}>
          {isEditing ? (
            <Box padding="300" paddingBlockStart="0">
              <TextsEditor groups={[{ id: product.id, title: product.title, items: list }]} isLive />
            </Box>
          ) : (
            <MediaList title={product.title} media={media} />
          )}
        </Suspense>
      )}
      {isUploading && (
        <Suspense>
          <UploadDialog product={product} onClose={closeUpload} />
        </Suspense>
      )}
      {isResetting && (
        <Suspense>
          <ConfirmModal
            title={`Reset the media list of ${product.title}?`}
            confirmLabel="Reset"
            destructive
            onConfirm={() => {
              setResetting(false);
              media.reset();
            }}
            onClose={() => setResetting(false)}
          >
            <BlockStack gap="200">
              <Text as="p">
                The list is rebuilt from the product's own media, in their order and with their alt texts. All
                items become active.
              </Text>
              <Text as="p">Items that aren't on the product leave the list. This can't be undone.</Text>
            </BlockStack>
          </ConfirmModal>
        </Suspense>
      )}
    </>
  );
}

/** The product with its list, or with a field for the text of each item. */
function editAddress(search: string, isEditing: boolean): string {
  const parameters = new URLSearchParams(ownQuery(search));
  if (isEditing) parameters.set("edit", "texts");
  else parameters.delete("edit");
  return `?${parameters}`;
}

const unlistedText = (count: number) =>
  count === 1
    ? "1 file of the product isn't in the list. Reset adds it."
    : `${count} files of the product aren't in the list. Reset adds them.`;

/** A stored list doesn't follow the product's media by itself, also when it is empty. */
function emptyText({ unlisted, digest }: MediaProductRow): string {
  if (unlisted > 0) return "Reset the list to add the product's own media to it.";
  return digest === null
    ? "Upload pictures and videos, or add them to the product in Shopify. They are then listed here."
    : "Upload pictures and videos. For those that are added to the product in Shopify, refresh this page and reset the list.";
}

interface MediaTabsProps {
  /** Those that the administrator may open. */
  tabs: readonly MediaTab[];
  selected: MediaTab;
  panelId: string;
}

/** The tabs of the screen. */
export function MediaTabs({ tabs, selected, panelId }: MediaTabsProps) {
  const search = usePendingSearch();
  return (
    <ListTabs
      tabs={tabs.map((id) => ({ id, label: TAB_LABELS[id] }))}
      selected={selected}
      panelId={panelId}
      hrefOf={({ id }) => firstPage(search, { tab: id, q: null, log: null, product: null, edit: null })}
    />
  );
}
