# Harvests a service by HTTP::OAI, record by record, and prints a check for each form.
#
#     perl checks/interop/oai.pl http://127.0.0.1:8080/-/oai 205
use strict;
use warnings;
use HTTP::OAI;

my ($url, $count) = @ARGV;
my $harvester = HTTP::OAI::Harvester->new(baseURL => $url);

sub check {
	my ($ok, $text) = @_;
	print(($ok ? 'ok ' : 'FAIL ') . "$text\n");
}

for my $prefix ('oai_dc', 'rdfxml') {
	my (%found, $without);
	my $list = $harvester->ListRecords(metadataPrefix => $prefix, onRecord => sub {
		my ($record) = @_;
		$found{$record->identifier}++;
		$without++ unless $record->metadata;
	});
	my $records = keys %found;
	check($list->is_success && $records == $count && !$without, "HTTP::OAI harvests $records of $count records as $prefix");
}
my $sets = 0;
my $list = $harvester->ListSets(onRecord => sub { $sets++ });
check($list->is_success && $sets > 0, "HTTP::OAI lists $sets sets");
