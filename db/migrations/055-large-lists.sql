-- Lists of the office in a large club read what they show, and no longer all of a day's hours or of all running months.

-- The hours of a day that count for who is in the house, from now on and back from now.
create index lessons_of_house on lessons (on_date, starts_at, id) where state = 'planned' or called_off_because = 'trainer away';

-- Trainers by name, those who left included: a month goes on. The running months of each hour.
create index trainers_with_name on trainers (name, id);
create index months_of_slot on bookings (slot_id, paid_until, buyer_id) where state = 'paid';
