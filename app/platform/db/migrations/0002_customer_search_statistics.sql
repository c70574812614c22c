-- With the default of 100 samples the planner takes each name that a few percent of the customers have for a rare one. It then
-- fetches all of them instead of walking the list until the page is full: ten times slower with a million customers.
ALTER TABLE "customers" ALTER COLUMN "search_text" SET STATISTICS 1000;
