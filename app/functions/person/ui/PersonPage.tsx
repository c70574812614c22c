import { useNavigate } from "@remix-run/react";
import { Badge, Banner, BlockStack, Box, Card, InlineStack, Layout, Page, Text } from "@shopify/polaris";
import { ExternalIcon } from "@shopify/polaris-icons";
import { Suspense, useCallback, useState } from "react";
import type { CardCustomer } from "~/domain/customers/card-part";
import { CUSTOMER_KINDS } from "~/domain/customers/kinds";
import { TAB_NAMES } from "~/domain/registrations/status";
import { lazyPart } from "~/ui/lazy-part";
import { Moment } from "~/ui/Moment";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { Tags } from "~/ui/Tags";
import type { LoadedPart, PersonCard } from "../card.server";
import { cardParts } from "../parts";

const CardEditDialog = lazyPart(() => import("./CardEditDialog"));

/** Changes of any list of customers may be about this one. */
const CARD_LISTS = [
  ...CUSTOMER_KINDS.map(({ list }) => list),
  ...cardParts.flatMap(({ follows = [] }) => follows),
];

/** A customer card: the profile, and the parts that the administrator may see. */
export function PersonPage({ customer, edit, parts }: PersonCard) {
  const navigate = useNavigate();
  // The values when the dialog was opened, also while the page's data are refetched.
  const [edited, setEdited] = useState<CardCustomer | null>(null);
  const closeEditor = useCallback(() => setEdited(null), []);
  const customerId = customer.id.split("/").pop() ?? "";
  // Back can lead to another customer's card.
  if (edited && edited.id !== customer.id) setEdited(null);
  useListRefresh(...CARD_LISTS);
  const goBack = () => (hasPageBefore() ? navigate(-1) : navigate("/"));
  const column = (place: "main" | "side") =>
    cardParts
      .filter((part) => part.place === place)
      .flatMap(({ id, title, component: Part }) => {
        const loaded = parts.find((part) => part.id === id);
        if (!loaded || !Part) return [];
        return (
          // What is being entered in a part is about one customer.
          <PartCard key={`${id} ${customerId}`} title={title} loaded={loaded}>
            {(data) => <Part data={data} customer={customer} customerId={customerId} />}
          </PartCard>
        );
      });
  // A customer who only has credit has nothing to decide on.
  const hasHeader = cardParts.some(
    ({ id, header, headerEnd }) => (header || headerEnd) && parts.some((part) => part.id === id),
  );
  const inHeader = (place: "header" | "headerEnd") =>
    cardParts.map(({ id, title, component, [place]: Part }) => {
      const loaded = parts.find((part) => part.id === id);
      if (!loaded || !Part) return null;
      if (!("unavailable" in loaded))
        return <Part key={id} data={loaded.data} customer={customer} customerId={customerId} />;
      // A part with a card of its own shows there why it isn't available.
      return component || place === "headerEnd" ? null : (
        <Banner key={id} tone="warning" title={title}>
          {loaded.unavailable}
        </Banner>
      );
    });

  return (
    <Page
      title={customer.displayName}
      subtitle={customer.email}
      backAction={{ content: "Back", onAction: goBack }}
      primaryAction={edit ? { content: "Edit", onAction: () => setEdited(customer) } : undefined}
      secondaryActions={[
        { content: "Open in the Shopify admin", url: customer.url, target: "_blank", icon: ExternalIcon },
      ]}
    >
      <BlockStack gap="400">
        <Box paddingInline={{ xs: "400", sm: "0" }}>
          <BlockStack gap="300">
            {hasHeader && (
              <InlineStack gap="300" align="space-between" blockAlign="center">
                <InlineStack gap="300" blockAlign="center">
                  {inHeader("header")}
                </InlineStack>
                {inHeader("headerEnd")}
              </InlineStack>
            )}
            <CustomerBadges customer={customer} />
          </BlockStack>
        </Box>
        <Layout>
          <Layout.Section>
            <BlockStack gap="400">{column("main")}</BlockStack>
          </Layout.Section>
          <Layout.Section variant="oneThird">
            <BlockStack gap="400">{column("side")}</BlockStack>
          </Layout.Section>
        </Layout>
      </BlockStack>
      {edited && edit && (
        <Suspense>
          <CardEditDialog customer={edited} edit={edit} onClose={closeEditor} />
        </Suspense>
      )}
    </Page>
  );
}

/** A visit that started with this card, or with one that it replaced, has no page to go back to. The router counts its entries. */
const hasPageBefore = (): boolean => ((window.history.state as { idx?: number } | null)?.idx ?? 0) > 0;

function CustomerBadges({ customer }: { customer: CardCustomer }) {
  return (
    <InlineStack gap="200" blockAlign="center">
      {customer.registrations.map(({ noun, status }) => (
        <Badge key={noun} tone={TONES[status]}>
          {`${noun.charAt(0).toUpperCase()}${noun.slice(1)}: ${status || "without a status"}`}
        </Badge>
      ))}
      {customer.nationalPartner && (
        <Badge tone="info">{`National partner: ${customer.nationalPartner}`}</Badge>
      )}
      <Text as="span" tone="subdued">
        Created <Moment at={customer.createdAt} />
      </Text>
      <Tags tags={customer.tags} />
    </InlineStack>
  );
}

const TONES: Record<string, "success" | "attention" | "critical"> = {
  Approved: "success",
  Pending: "attention",
  [TAB_NAMES.waiting]: "attention",
  Rejected: "critical",
};

interface PartCardProps {
  title: string;
  loaded: LoadedPart;
  children(data: unknown): React.ReactNode;
}

function PartCard({ title, loaded, children }: PartCardProps) {
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {title}
        </Text>
        {"unavailable" in loaded ? (
          <Banner tone="warning">{loaded.unavailable}</Banner>
        ) : (
          children(loaded.data)
        )}
      </BlockStack>
    </Card>
  );
}
