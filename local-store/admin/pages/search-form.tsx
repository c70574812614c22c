import type { ReactNode } from "react";

interface SearchFormProps {
  /** What is found, inside the field and for people who don't see it. */
  label: string;
  value: string;
  /** Its name in the address. */
  name?: string;
  /** The page, where the search is to leave out what else the address has. */
  action?: string;
  /** Beside the search. */
  children?: ReactNode;
}

/** The search above a list of the admin. */
export const SearchForm = ({ label, value, name = "search", action, children }: SearchFormProps) => (
  <form className="toolbar" action={action}>
    <input name={name} type="search" defaultValue={value} placeholder={label} aria-label={label} />
    <button type="submit">Search</button>
    {children}
  </form>
);
