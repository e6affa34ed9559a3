-- Whether a key falls into one of the parts in which a statement is run one after another, so that
-- its memory does not grow with the data. Parts are numbered from 0.
create macro in_part(key, part, parts) as hash(key) % parts::ubigint = part::ubigint;
