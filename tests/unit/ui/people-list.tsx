import { useLoaderData } from "@remix-run/react";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import type { LoaderFunctionArgs, RouteObject } from "react-router-dom";
import { numberedPage, readListPage } from "~/core/lists/numbered-page";
import { type ListDeclaration, readListState } from "~/platform/list";
import { ListPage, type ListPageProps } from "~/ui/ListPage";
import type { ListFilter } from "~/ui/list/types";
import { renderConsole } from "./render-console";

interface Person {
  id: string;
  name: string;
  email: string;
}

const list: ListDeclaration = {
  name: "people",
  columns: [
    { key: "name", title: "Name", sortable: true, narrow: "title" },
    { key: "email", title: "Email" },
  ],
  defaultSort: "name asc",
  search: { maxLength: 60, hint: "Please enter email address / create date (12/26/2021)" },
  pageSize: 2,
};

export const countedList: ListDeclaration = {
  ...list,
  search: { maxLength: 60, hint: "Search", afterMs: 50 },
};

const PEOPLE: Person[] = ["Ann", "Ben", "Cem", "Dee", "Eve"].map((name) => ({
  id: name,
  name,
  email: `${name.toLowerCase()}@example.com`,
}));

/** Reads a page as a function's loader does. */
export function loadPage({ request }: LoaderFunctionArgs) {
  const state = readListState(new URL(request.url), list);
  const found = PEOPLE.filter((person) => person.email.includes(state.search));
  if (state.sort === "name desc") found.reverse();
  const from = Number(state.cursor ?? 0);
  const rows = found.slice(from, from + list.pageSize);
  return {
    state,
    result: {
      rows,
      nextCursor: String(from + list.pageSize),
      previousCursor: String(from - list.pageSize),
      hasNextPage: from + list.pageSize < found.length,
      hasPreviousPage: from > 0,
      total: { count: found.length, exact: true },
    },
  };
}

/** As above, for a list that counts its pages and searches automatically after the last key. */
export async function loadNumberedPage({ request }: LoaderFunctionArgs) {
  const state = readListState(new URL(request.url), countedList);
  const found = PEOPLE.filter((person) => person.email.includes(state.search));
  const result = await readListPage(state.page ?? 1, list.pageSize, async (page) => {
    const paging = { total: found.length, page, pageSize: list.pageSize };
    return numberedPage(found.slice((page - 1) * list.pageSize, page * list.pageSize), paging);
  });
  return { state, result };
}

interface PeopleProps {
  props: Partial<ListPageProps<Person, string>>;
  onApprove(person: Person): void;
}

function People({ props, onApprove }: PeopleProps) {
  const { state, result, filters } = useLoaderData() as ReturnType<typeof loadPage> & {
    filters?: ListFilter[];
  };
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set());
  const approve = (person: Person) => {
    setLeaving(new Set([...leaving, person.id]));
    onApprove(person);
  };
  return (
    <ListPage
      title="People"
      list={list}
      state={state}
      result={result}
      plural="people"
      rowLabel={(person) => person.name}
      cells={{ name: (person) => person.name, email: (person) => person.email }}
      bulkActions={[{ label: "Approve", onAction: (_rows, clear) => clear() }]}
      rowKeys={[{ key: "a", label: "Approve", onPress: approve }]}
      leaving={leaving}
      filters={filters}
      {...props}
    />
  );
}

/** A small list of people on the framework's list page, two to a page. Approved people leave immediately. */
export function peopleRoute(
  props: Partial<ListPageProps<Person, string>> = {},
  onApprove: (person: Person) => void = () => {},
  loader: (args: LoaderFunctionArgs) => unknown = loadPage,
): RouteObject {
  return {
    path: "/people",
    loader: loader as RouteObject["loader"],
    element: <People props={props} onApprove={onApprove} />,
  };
}

/** A page that takes longer than the search waits. */
const slowRoute = {
  path: "/slow",
  loader: () => new Promise((resolve) => setTimeout(() => resolve(null), 200)),
  element: <p>Slow</p>,
};

/** Opens the list of people, beside the slow page. @param options of the list's route */
export async function openPeople(address = "/people", ...options: Parameters<typeof peopleRoute>) {
  const view = renderConsole([peopleRoute(...options), slowRoute], address);
  await screen.findByRole("table");
  const url = () => `${view.router.state.location.pathname}${view.router.state.location.search}`;
  return { ...view, url, user: userEvent.setup() };
}

/** The checkbox that selects a person. */
export const tick = (name: string) =>
  screen.getByRole("checkbox", { name: `Select ${name}` }) as HTMLInputElement;
