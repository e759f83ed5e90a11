-- Who is free for an hour is found by name, without looking at every trainer.
create index trainers_by_name on trainers (name, id) where retired_at is null;
