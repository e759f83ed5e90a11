-- When a member agreed explicitly that admins and their trainers read the blood group. Null: only the member sees it.
alter table members add column blood_group_consented_at timestamptz;
