/** Opens and closes the navigation on narrow screens, and submits the switchers on change. */
export function showMenuButton(): void {
  const button = document.querySelector<HTMLButtonElement>("[data-menu-button]");
  const menu = document.querySelector<HTMLElement>("[data-menu]");
  if (!button || !menu) return;
  const setOpen = (open: boolean) => {
    menu.classList.toggle("is-open", open);
    button.setAttribute("aria-expanded", String(open));
  };
  button.addEventListener("click", () => setOpen(button.getAttribute("aria-expanded") !== "true"));
  menu.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("a, button")) setOpen(false);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") setOpen(false);
  });
  for (const select of document.querySelectorAll<HTMLSelectElement>("select[data-submit]"))
    select.addEventListener("change", () => select.form?.requestSubmit());
}
