-- Options that are true and false had no captions when these collections were published: shoppers see "true" until they are published again.
UPDATE filter_collections AS c SET revision = c.revision + 1
 WHERE c.published_revision = c.revision AND EXISTS (
   SELECT FROM collection_filters AS f JOIN filter_definitions AS d ON d.shop = f.shop AND d.name = f.name
    WHERE f.shop = c.shop AND f.collection_id = c.collection_id AND f.included AND d.active
      AND (d.type = 'Boolean' OR f.name = 'availability'));
