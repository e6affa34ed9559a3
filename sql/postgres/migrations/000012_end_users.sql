-- Whether the calls of agents with this operator's keys are counted by end user as well.
alter table operators add column limits_end_users boolean not null default false;
