import { Page, type PageProps } from "@shopify/polaris";
import { ListCard, type ListCardProps } from "./list/ListCard";

export interface ListPageProps<Row extends { id: string }>
  extends ListCardProps<Row>,
    Pick<PageProps, "backAction" | "primaryAction" | "secondaryActions"> {}

/** The list page of the console: a page that is one list, with what can be done beside it. */
export function ListPage<Row extends { id: string }>(props: ListPageProps<Row>) {
  const { backAction, primaryAction, secondaryActions, ...list } = props;
  return (
    <Page
      fullWidth
      title={props.title}
      backAction={backAction}
      primaryAction={primaryAction}
      secondaryActions={secondaryActions}
    >
      <ListCard {...list} />
    </Page>
  );
}
