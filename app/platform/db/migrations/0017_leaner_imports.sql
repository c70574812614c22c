DROP INDEX "import_rows_by_verdict";--> statement-breakpoint
DROP INDEX "import_rows_by_identity";--> statement-breakpoint
DROP INDEX "import_rows_by_customer";--> statement-breakpoint
ALTER TABLE "import_rows" ALTER COLUMN "cells" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "import_rows" ALTER COLUMN "problems" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "import_rows" ALTER COLUMN "changes" SET DATA TYPE json;--> statement-breakpoint
CREATE INDEX "import_rows_by_customer" ON "import_rows" USING btree ("shop","customer_id") WHERE "import_rows"."customer_id" is not null;--> statement-breakpoint
ALTER TABLE "import_rows" DROP COLUMN "values";