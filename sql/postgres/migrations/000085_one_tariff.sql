-- What any lot posts is a tariff now, in one column: a plain rate is one of one part. Who reads
-- lots opens it, so that one which is none would end searches around its lot.
alter table lots add constraint lots_tariff check (
  tariff is null or (
    tariff @> '{"parts": []}' and tariff ? 'maxima'
    and tariff @? '$.first_hour_minor ? (@ >= 0 && @ <= 10000000000)')) not valid;
