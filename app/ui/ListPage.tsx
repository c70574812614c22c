import { InlineStack, type MenuActionDescriptor, Page, type PageProps } from "@shopify/polaris";
import type { ReactNode } from "react";
import type { EmptyStateProps } from "./EmptyState";
import { useMenuName } from "./frame";
import { ListCard, type ListCardProps } from "./list/ListCard";

export interface ListPageProps<Row extends { id: string }, Key extends string>
  extends ListCardProps<Row, Key>,
    Pick<PageProps, "backAction" | "primaryAction"> {
  /** At the top right, beside the title: what concerns the whole page, such as an export. Actions, or other buttons. */
  pageActions?: MenuActionDescriptor[] | ReactNode;
}

/** The list page of the console: a page that is one list, with what can be done beside it. */
export function ListPage<Row extends { id: string }, Key extends string>(props: ListPageProps<Row, Key>) {
  const {
    backAction,
    primaryAction,
    pageActions,
    emptyAction = emptyActionOf(primaryAction),
    ...list
  } = props;
  return (
    <Page
      fullWidth
      title={props.title}
      subtitle={useMenuName(props.title)}
      backAction={backAction}
      primaryAction={primaryAction}
      secondaryActions={
        Array.isArray(pageActions) ? (
          pageActions
        ) : (
          <InlineStack gap="200" blockAlign="center">
            {pageActions}
          </InlineStack>
        )
      }
    >
      <ListCard emptyAction={emptyAction} {...list} />
    </Page>
  );
}

/** The button of an empty list that adds its first row. */
export const ADD_FIRST = "Add the first one";

/** Of an empty list that fills by itself, and of one whose first row needs something else before it: Home says what can be done. */
const HOME_ACTION = { content: "Go to Home", url: "/" };

/** What the page is for is what to do first. Another name than above it tells the two buttons apart. */
function emptyActionOf(action: PageProps["primaryAction"]): EmptyStateProps["action"] {
  if (!action || typeof action !== "object" || !("content" in action) || action.disabled) return HOME_ACTION;
  const { url, onAction } = action;
  if (url) return { content: ADD_FIRST, url };
  return onAction ? { content: ADD_FIRST, onAction } : HOME_ACTION;
}
