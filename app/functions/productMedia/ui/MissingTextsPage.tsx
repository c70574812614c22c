import { useLocation } from "@remix-run/react";
import { Button, Card, InlineStack, Page } from "@shopify/polaris";
import { Suspense, useState } from "react";
import { lazyPart } from "~/ui/lazy-part";
import { firstPage, pageAt } from "~/ui/list/address";
import { EmptyOverlay, LoadingOverlay } from "~/ui/list/RowOverlay";
import { useHydrated } from "~/ui/useHydrated";
import type { ProductsData } from "../page.server";
import type { ProductWithoutTexts } from "../products-list.server";
import listStyles from "./MediaList.module.css";
import { PATH } from "./MediaTabPage";

const TextsEditor = lazyPart(() => import("./TextsEditor"));

const editorToCome = (
  <div className={listStyles.loading} aria-busy>
    <LoadingOverlay />
  </div>
);

/** What lacks an alt text in a page of products. It stays while texts are saved, although their products leave the list then. */
export function MissingTextsPage(props: ProductsData & { missing: ProductWithoutTexts[] }) {
  const { search } = useLocation();
  return <MissingTexts key={search} {...props} />;
}

function MissingTexts({ missing, result }: ProductsData & { missing: ProductWithoutTexts[] }) {
  const { search } = useLocation();
  const isHydrated = useHydrated();
  const [opened] = useState({ missing, result });
  const { nextCursor, hasNextPage } = opened.result;
  const groups = opened.missing.map(({ media, ...product }) => ({
    ...product,
    items: media.map((item) => ({ ...item, text: "", newText: "" })),
  }));
  return (
    <Page
      title="Edit texts"
      backAction={{ content: "Products", url: `${PATH}${firstPage(search, { edit: null })}` }}
    >
      <Card>
        {groups.length === 0 && (
          <EmptyOverlay
            action={{ content: "Choose other products", url: `${PATH}${firstPage(search, { edit: null })}` }}
          >
            All media of these products have an alt text.
          </EmptyOverlay>
        )}
        {groups.length > 0 && !isHydrated && editorToCome}
        {groups.length > 0 && isHydrated && (
          <Suspense fallback={editorToCome}>
            <TextsEditor groups={groups} />
          </Suspense>
        )}
        {hasNextPage && nextCursor && (
          <InlineStack align="end">
            <Button url={`${PATH}${pageAt(search, "next", nextCursor, null)}`}>Next products</Button>
          </InlineStack>
        )}
      </Card>
    </Page>
  );
}
